import { CHANNELS, splitSecrets } from '../channels.ts';
import { secret, splitAddresses } from '../schemas.ts';
import { DEFAULT_PORT, type VariableName } from './variables.ts';

/** The variables that are set. */
type Given = Record<string, string>;

/** Groups of variables of which all or none are set. */
const ALL_OR_NONE: readonly (readonly VariableName[])[] = [
  ['CONTENTFUL_SPACE_ID', 'CONTENTFUL_ACCESS_TOKEN'],
  ['CONTENTFUL_PREVIEW_TOKEN', 'PREVIEW_SECRET'],
];

/** Pairs `[variable, required]`: the first has no effect without the second. */
const REQUIRES: readonly (readonly [name: VariableName, needed: VariableName])[] = [
  ['CONTENTFUL_PREVIEW_TOKEN', 'CONTENTFUL_SPACE_ID'],
  ['DESK_PORT', 'DESK_PASSWORD'],
  ['EDITOR_MAIL_TO', 'SMTP_URL'],
  ['EDITOR_MAIL_TO', 'CALLBACK_MAIL_FROM'],
];

/** Pairs `[variable, required]`: the first can be `on` only if the second is set. */
const ON_REQUIRES: readonly (readonly [name: VariableName, needed: VariableName])[] = [
  ['CANONICAL_HOST', 'SITE_URL'],
  ['CALLBACK_SPOOL', 'PHP_BACKEND_URL'],
  ['CALLBACK_CONFIRMATION', 'SMTP_URL'],
];

/**
 * Ports that differ whatever their hosts, so that `/metrics` never gets onto the public one. Several
 * may be 0, for any free port.
 */
const DIFFERENT_PORTS: readonly (readonly [name: VariableName, other: VariableName])[] = [
  ['ADMIN_PORT', 'PORT'],
  ['DESK_PORT', 'PORT'],
  ['DESK_PORT', 'ADMIN_PORT'],
];

/**
 * Returns the issues of variables that need or exclude each other, one a line.
 * @param faulty variables whose own issue says why they have no value
 */
export function validateCombinations(given: Given, faulty: ReadonlySet<string>): string[] {
  const isSet = (name: VariableName) => name in given;
  const isMissing = (name: VariableName) => !isSet(name) && !faulty.has(name);
  const issues: string[] = [];
  const groups = [...ALL_OR_NONE, ...Object.values(CHANNELS).map(({ needs }) => needs(given))];
  for (const group of groups) {
    const present = group.filter(isSet);
    if (present.length === 0) continue;
    for (const name of group)
      if (isMissing(name))
        issues.push(
          `${name}: must be set too, because ${present.join(' and ')} ${present.length > 1 ? 'are' : 'is'} set`,
        );
  }
  for (const [name, needed] of REQUIRES)
    if (isSet(name) && isMissing(needed))
      issues.push(`${needed}: must be set too, because ${name} is set`);
  for (const [name, needed] of ON_REQUIRES)
    if (given[name] === 'on' && isMissing(needed))
      issues.push(`${name}: can be on only if ${needed} is set`);
  const ports: Given = { PORT: String(DEFAULT_PORT), ...given };
  for (const [name, other] of DIFFERENT_PORTS)
    if (Number(ports[name]) > 0 && Number(ports[name]) === Number(ports[other]))
      issues.push(`${name}: must differ from ${other}`);
  return [...issues, ...validateWebhooks(given)];
}

/**
 * Formats and secrets of webhooks are one for all addresses, or one for each.
 * @returns what is wrong among the variables that are set, one per line
 */
function validateWebhooks(given: Given): string[] {
  const issues: string[] = [];
  const receivers = splitAddresses(given.CALLBACK_WEBHOOK_URL ?? '');
  const formats = (given.CALLBACK_WEBHOOK_FORMAT ?? 'json').split(',').map((each) => each.trim());
  if (formats.length > 1 && formats.length !== receivers.length)
    issues.push(
      'CALLBACK_WEBHOOK_FORMAT: must be one format for all addresses, or one for each, in the same order',
    );
  const signed = receivers.filter((_, place) => (formats[place] ?? formats[0]) === 'json').length;
  const secrets = splitSecrets(given.CALLBACK_WEBHOOK_SECRET ?? '', signed);
  const areUsable =
    secrets.length === signed && secrets.every((each) => secret.safeParse(each).success);
  if (secrets.length > 1 && !areUsable)
    issues.push(
      'CALLBACK_WEBHOOK_SECRET: must be one secret for all json addresses, or one for each, each of 16 characters or more',
    );
  return issues;
}
