import { readFileSync } from 'node:fs';

/** The Dockerfile without its comments, each instruction on one line. */
const text = readFileSync('Dockerfile', 'utf8')
  .replace(/^\s*#.*\n/gm, '')
  .replace(/\\\n\s*/g, ' ');

/** The text before the first stage, and the stages, of which the last is the image. */
export const [BEFORE_STAGES = '', ...STAGES] = text.split(/^(?=FROM )/m);

/** Returns the arguments of all instructions of one name, in order. */
export const textsOf = (name: string, stage = STAGES.at(-1) ?? ''): string[] =>
  [...stage.matchAll(new RegExp(`^${name} +(.*?) *$`, 'gm'))].map(([, said = '']) => said);

/**
 * Returns the command or the health check of the image.
 * @throws when it is not in exec form
 */
export function execForm(name: 'CMD' | 'HEALTHCHECK'): string[] {
  const [said = ''] = textsOf(name);
  return JSON.parse(said.slice(said.indexOf('[')));
}

/** The variables that the image sets. */
export const IMAGE_ENVIRONMENT: Record<string, string> = Object.fromEntries(
  textsOf('ENV').flatMap((pairs) => pairs.split(/ +/).map((pair) => pair.split('='))),
);
