import { readFileSync } from 'node:fs';

/** The variables of which each, `NAME`, may be read from the file that `NAME_FILE` names. */
export const SECRETS = [
  'CONTENTFUL_ACCESS_TOKEN',
  'CONTENTFUL_PREVIEW_TOKEN',
  'PREVIEW_SECRET',
  'CONTENTFUL_WEBHOOK_SECRET',
  'CONTENTFUL_WEBHOOK_SIGNING_SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'CALLBACK_WEBHOOK_SECRET',
  'DESK_PASSWORD',
] as const;

/**
 * Reads each secret `NAME` from the file that `NAME_FILE` names, as Docker and Kubernetes mount
 * secrets, without a line break at its end.
 * @returns the environment with the secrets, and what is wrong with them, one line each
 */
export function readSecrets(given: Record<string, string>) {
  const environment: Record<string, string> = { ...given };
  const faults: string[] = [];
  for (const name of SECRETS) {
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
