import * as z from 'zod';
import { CHANNELS, splitSecrets } from '../channels.ts';
import { describeReadError } from '../read-regular-file.ts';
import { secret, type VariableDefinition } from '../schemas.ts';
import { readSecretFile, SECRET_VARIABLES } from './secrets.ts';
import {
  type Environment,
  VARIABLES,
  type VariableName,
  type VariableSchemas,
} from './variables.ts';

/** Prefixes of names that only this site has. Platforms have names like the others. */
const FAMILIES = ['CONTENTFUL_', 'CALLBACK_', 'COMPANY_', 'PHP_BACKEND_', 'DESK_', 'PREVIEW_'];

const NAMES = [...Object.keys(VARIABLES), ...SECRET_VARIABLES.map((name) => `${name}_FILE`)];

/** Groups of variables of which all or none are set. */
const ALL_OR_NONE: readonly (readonly VariableName[])[] = [
  ['CONTENTFUL_SPACE_ID', 'CONTENTFUL_ACCESS_TOKEN'],
];

/** Pairs `[variable, required]`: the first has no effect without the second. */
const REQUIRES: readonly (readonly [name: VariableName, needed: VariableName])[] = [
  ['CONTENTFUL_PREVIEW_TOKEN', 'PREVIEW_SECRET'],
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
const DIFFERENT_PORTS = [
  ['ADMIN_PORT', 'PORT'],
  ['DESK_PORT', 'PORT'],
  ['DESK_PORT', 'ADMIN_PORT'],
] as const;

const definitions = Object.entries<VariableDefinition>(VARIABLES);
const Variables = z.object(
  Object.fromEntries(definitions.map(([name, { check }]) => [name, check])) as VariableSchemas,
);
const VariablesTogether = Variables.superRefine(validateTogether);

/**
 * Parses the variables that are set, and reads the secrets that are in files.
 * @returns the values, null when there is an issue; the issues, one a line, without any value
 */
export function parseEnvironment(environment: NodeJS.ProcessEnv): {
  env: Environment | null;
  issues: string[];
} {
  const { values, issues, faulty } = readValues(environment);
  for (const { path, message } of Variables.safeParse(values).error?.issues ?? []) {
    const name = String(path[0]);
    faulty.add(name);
    issues.push(`${name}: ${message}`);
  }
  // A variable with an issue of its own is not also called missing.
  const valid = Object.entries(values).filter(([name]) => !faulty.has(name));
  const { data = null, error } = VariablesTogether.safeParse(Object.fromEntries(valid));
  for (const { path, message } of error?.issues ?? [])
    if (!path.some((name) => faulty.has(String(name))))
      issues.push(`${String(path[0])}: ${message}`);
  return { env: issues.length > 0 ? null : data, issues };
}

/**
 * Reads the variables that are set. Empty values count as unset, because compose files and CI
 * systems write unset variables that way.
 */
function readValues(environment: NodeJS.ProcessEnv) {
  const values: Record<string, string> = {};
  const issues: string[] = [];
  /** Variables that have no value because of an issue. */
  const faulty = new Set<string>();
  const set = (name: string, value: string) => {
    if (!value.includes('\uFFFD')) values[name] = value;
    else issues.push(`${name}: has characters that are not UTF-8`);
  };
  for (const [name, value] of Object.entries(environment)) {
    if (!value || isServiceLink(name, value)) continue;
    const secretName = SECRET_VARIABLES.find((each) => name === `${each}_FILE`);
    if (name in VARIABLES) set(name, value);
    else if (!secretName) issues.push(...findUnknownName(name));
    else if (environment[secretName])
      issues.push(`${name}: cannot be set together with ${secretName}; set only one of them`);
    else
      try {
        const text = readSecretFile(value);
        if (text) set(secretName, text);
        else issues.push(`${name}: the file is empty; it must contain the secret`);
      } catch (error) {
        issues.push(describeReadError(name, error as NodeJS.ErrnoException));
      }
    const target = secretName ?? name;
    if (target in VARIABLES && !(target in values)) faulty.add(target);
  }
  return { values, issues, faulty };
}

/**
 * Tells whether Kubernetes sets this variable for a Service: `WEB_SERVICE_HOST`, `WEB_PORT_80_TCP`,
 * and `WEB_PORT` with an address, which a setting of that name cannot have.
 */
const isServiceLink = (name: string, value: string) =>
  /_SERVICE_HOST$|_SERVICE_PORT|_PORT_/.test(name) ||
  (name.endsWith('_PORT') && value.startsWith('tcp://'));

/** Returns the issue of a name that looks like a setting of the site and is none. */
function findUnknownName(name: string): string[] {
  const family = FAMILIES.find((prefix) => name.startsWith(prefix));
  if (!family) return [];
  const members = NAMES.filter((each) => each.startsWith(family)).join(', ');
  return [`${name}: is not a setting of the site; those that begin with ${family} are ${members}`];
}

/** Reports variables that need or exclude each other. */
function validateTogether(env: Environment, context: z.core.$RefinementCtx): void {
  /** @param needed another variable that the issue is about */
  const report = (name: VariableName, message: string, ...needed: VariableName[]) =>
    context.addIssue({ code: 'custom', path: [name, ...needed], message });
  const isSet = (name: VariableName) => env[name] !== undefined;
  const groups = [...ALL_OR_NONE, ...Object.values(CHANNELS).map(({ needs }) => needs(env))];
  for (const group of groups) {
    const present = group.filter(isSet);
    const because = `${present.join(' and ')} ${present.length > 1 ? 'are' : 'is'} set`;
    for (const name of present.length > 0 ? group : [])
      if (!isSet(name)) report(name, `must be set too, because ${because}`);
  }
  for (const [name, needed] of REQUIRES)
    if (isSet(name) && !isSet(needed)) report(needed, `must be set too, because ${name} is set`);
  for (const [name, needed] of ON_REQUIRES)
    if (env[name] === 'on' && !isSet(needed))
      report(name, `can be on only if ${needed} is set`, needed);
  for (const [name, other] of DIFFERENT_PORTS)
    if (env[name] && env[name] === env[other]) report(name, `must differ from ${other}`);
  validateWebhooks(env, report);
}

/** Reports formats and secrets of webhooks that are neither one for all addresses nor one each. */
function validateWebhooks(
  env: Environment,
  report: (name: VariableName, message: string) => void,
): void {
  const receivers = env.CALLBACK_WEBHOOK_URL ?? [];
  const formats = env.CALLBACK_WEBHOOK_FORMAT;
  if (formats.length > 1 && formats.length !== receivers.length)
    report(
      'CALLBACK_WEBHOOK_FORMAT',
      'must be one format for all addresses, or one for each, in the same order',
    );
  const signed = receivers.filter((_, index) => (formats[index] ?? formats[0]) === 'json').length;
  const secrets = splitSecrets(env.CALLBACK_WEBHOOK_SECRET ?? '', signed);
  const areUsable =
    secrets.length === signed && secrets.every((each) => secret.safeParse(each).success);
  if (secrets.length > 1 && !areUsable)
    report(
      'CALLBACK_WEBHOOK_SECRET',
      'must be one secret for all json addresses, or one for each, each of 16 characters or more',
    );
}
