import { readFileSync } from 'node:fs';

/**
 * Puts the contents of the file that `NAME_FILE` names in the place of each secret `NAME`, without
 * the line break at its end, as the secrets of Docker and Kubernetes are mounted.
 * @returns the environment with them, and what is wrong with them, a line each
 */
export function readSecrets(given: Record<string, string>, secrets: readonly string[]) {
  const environment = { ...given };
  const faults: string[] = [];
  for (const name of secrets) {
    const variable = `${name}_FILE`;
    const file = given[variable];
    if (file === undefined) continue;
    if (name in given) faults.push(`${variable}: takes the place of ${name}, set one of them`);
    else
      try {
        const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
        if (secret === '')
          faults.push(`${variable}: takes a file with the secret, this one is empty`);
        else environment[name] = secret;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        faults.push(`${variable}: takes a file that can be read (${code})`);
      }
  }
  return { environment, faults };
}
