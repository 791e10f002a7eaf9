import { CHANNEL_PREFIXES, CHANNEL_SECRETS } from '../channels.ts';
import { describeReadError, readRegularFileSync } from '../read-regular-file.ts';

/** Variables whose value may come from a file: `NAME_FILE` then names it. */
export const SECRET_VARIABLES: readonly string[] = [
  'CONTENTFUL_ACCESS_TOKEN',
  'CONTENTFUL_PREVIEW_TOKEN',
  'PREVIEW_SECRET',
  'CONTENTFUL_WEBHOOK_SECRET',
  'CONTENTFUL_WEBHOOK_SIGNING_SECRET',
  'DATABASE_URL',
  ...CHANNEL_SECRETS,
  'DESK_PASSWORD',
];

const FILES = new Map(SECRET_VARIABLES.map((name) => [`${name}_FILE`, name]));

/** Prefixes of names that only this site has. Platforms have names like the others. */
const OWN_PREFIXES = ['CONTENTFUL', 'CONTENT', 'COMPANY', 'DESK', 'PREVIEW', ...CHANNEL_PREFIXES];
const isOwnName = (name: string) => OWN_PREFIXES.some((prefix) => name.startsWith(`${prefix}_`));

/**
 * Tells whether Kubernetes sets this variable for a Service: `WEB_SERVICE_HOST`, `WEB_PORT_80_TCP`,
 * and `WEB_PORT` with an address, which a setting of that name cannot have.
 */
const isServiceLink = (name: string, value: string) =>
  /_SERVICE_HOST$|_SERVICE_PORT|_PORT_/.test(name) ||
  (name.endsWith('_PORT') && value.startsWith('tcp://'));

/** Length from which names are checked. Shorter ones are too close to others: PORT and PATH. */
const MIN_NAME_LENGTH = 8;

/**
 * Reads the variables that are set. Empty values count as unset, because compose files and CI
 * systems write unset variables that way. Secrets are read from the files that Docker and
 * Kubernetes mount, without line breaks at the end.
 * @param variables the names of the site's own variables
 * @returns the values; the issues, one a line; the variables that have no value because of one; and
 * suspect names, which look misspelt but could belong to another program
 */
export function readEnvironment(
  environment: Record<string, string | undefined>,
  variables: readonly string[],
) {
  const given: Record<string, string> = {};
  const issues: string[] = [];
  const faulty = new Set<string>();
  const suspectVariables: { name: string; nearest: string }[] = [];
  const names = [...variables, ...FILES.keys()];
  for (const [name, value] of Object.entries(environment)) {
    if (!value || isServiceLink(name, value)) continue;
    given[name] = value;
    const secret = FILES.get(name);
    if (secret && environment[secret])
      issues.push(`${name}: cannot be set together with ${secret}; set only one of them`);
    else if (secret)
      try {
        const text = readSecretFile(value);
        if (text) given[secret] = text;
        else issues.push(`${name}: the file is empty; it must contain the secret`);
      } catch (error) {
        issues.push(describeReadError(name, error as NodeJS.ErrnoException));
      }
    if (secret && !(secret in given)) faulty.add(secret);
    if (names.includes(name)) continue;
    const nearest = nearestName(name.toUpperCase(), names);
    if (nearest && isOwnName(nearest)) {
      issues.push(`${name}: is not a setting of the site, did you mean ${nearest}?`);
      faulty.add(FILES.get(nearest) ?? nearest);
    } else if (nearest) suspectVariables.push({ name, nearest });
  }
  return { given, issues, faulty, suspectVariables };
}

/** Reads a secret without what editors and `echo` put around it: a byte order mark, line breaks. */
export const readSecretFile = (path: string) =>
  readRegularFileSync(path)
    .toString()
    .replace(/^\uFEFF|[\r\n]+$/g, '');

/**
 * Returns the variable that a misspelt name, in capitals, was probably meant to be: one or two
 * letters away, or with its end forgotten, as in `CONTENTFUL_SPACE` and `DESK_PASS`. Two letters
 * away, the beginnings must match, or `AMQP_URL` would be taken for `SMTP_URL`.
 */
function nearestName(name: string, names: readonly string[]): string | undefined {
  const checked = names.filter(({ length }) => length >= MIN_NAME_LENGTH);
  return (
    checked.find((variable) => isWithinEdits(name, variable, 1)) ??
    checked.find((variable) => variable[0] === name[0] && isWithinEdits(name, variable, 2)) ??
    checked.find(
      (variable) => isOwnName(variable) && name.includes('_') && variable.startsWith(name),
    )
  );
}

/** Tells whether two names differ by at most so many edits (Levenshtein distance). */
function isWithinEdits(one: string, other: string, edits: number): boolean {
  if (one === other || edits === 0) return one === other;
  // Without this check it would take a tenth of the time of a start.
  if (Math.abs(one.length - other.length) > edits) return false;
  const [left, right] = [one.slice(1), other.slice(1)];
  if (one[0] === other[0]) return isWithinEdits(left, right, edits);
  return [
    [left, other],
    [one, right],
    [left, right],
  ].some(([a = '', b = '']) => isWithinEdits(a, b, edits - 1));
}
