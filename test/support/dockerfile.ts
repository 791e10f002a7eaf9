/** One instruction of a Dockerfile, its line continuations joined. */
interface Instruction {
  name: string;
  text: string;
}

export interface Stage {
  /** Image that the stage starts from. */
  base: string;
  /** Empty for a stage without `AS`. */
  name: string;
  instructions: Instruction[];
}

/**
 * Reads a Dockerfile into its stages, as the reference describes it
 * (https://docs.docker.com/reference/dockerfile/), heredocs left out. Arguments before the first
 * stage have the values that the file gives them.
 */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  const given = new Map<string, string>();
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n');
  for (const line of lines) {
    const [, name = '', rest = ''] = /^\s*([A-Za-z]+)\s+(.*?)\s*$/.exec(line) ?? [];
    if (name.toUpperCase() === 'FROM') {
      const [, base = '', stage = ''] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest) ?? [];
      const named = base.replace(/\$\{(\w+)\}/g, (_, variable) => given.get(variable) ?? '');
      stages.push({ base: named, name: stage, instructions: [] });
    } else if (name.toUpperCase() === 'ARG' && stages.length === 0) {
      const [variable = '', value = ''] = rest.split('=');
      given.set(variable, value);
    } else if (name) stages.at(-1)?.instructions.push({ name: name.toUpperCase(), text: rest });
  }
  return stages;
}

/** The texts of every instruction of one name, in order. */
export function textsOf(stage: Stage, name: string): string[] {
  return stage.instructions
    .filter((instruction) => instruction.name === name)
    .map(({ text }) => text);
}

/**
 * The last text of a name, which is the one that counts. @throws when there is none, or it is not
 * in exec form
 */
export function execForm(stage: Stage, name: 'CMD' | 'HEALTHCHECK'): string[] {
  const text = textsOf(stage, name).at(-1) ?? '';
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}

/** The variables that a stage sets. */
export function environmentOf(stage: Stage): Record<string, string> {
  const pairs = textsOf(stage, 'ENV').flatMap((text) => [
    ...text.matchAll(/([A-Z_]+)=("[^"]*"|\S+)/g),
  ]);
  return Object.fromEntries(
    pairs.map(([, key = '', value = '']) => [key, value.replace(/^"|"$/g, '')]),
  );
}
