import * as z from 'zod';
import { describeReadError } from '../read-regular-file.ts';
import { readSecretFile, SECRET_VARIABLES } from './secrets.ts';
import { checkTogether } from './variable-combinations.ts';
import type { VariableDefinition } from './variable-definition.ts';
import { type Environment, VARIABLES, type VariableSchemas } from './variables.ts';

/** Prefixes of names that only this site has. Platforms have names like the others. */
const FAMILIES = ['CONTENTFUL_', 'CALLBACK_', 'COMPANY_', 'PHP_BACKEND_', 'DESK_', 'PREVIEW_'];

const NAMES = [...Object.keys(VARIABLES), ...SECRET_VARIABLES.map((name) => `${name}_FILE`)];

const schemas = Object.entries<VariableDefinition>(VARIABLES).map(([name, { check }]) => [
  name,
  check,
]);
const VariablesSchema = z.object(Object.fromEntries(schemas) as VariableSchemas);
const EnvironmentSchema = VariablesSchema.superRefine(checkTogether);

/**
 * Parses the variables that are set, and reads the secrets that are in files.
 * @returns the values, null when there is an issue; the issues, one a line, without any value
 */
export function parseEnvironment(environment: NodeJS.ProcessEnv): {
  env: Environment | null;
  issues: string[];
} {
  const { values, issues, faulty } = readValues(environment);
  for (const { path, message } of VariablesSchema.safeParse(values).error?.issues ?? []) {
    const name = String(path[0]);
    faulty.add(name);
    issues.push(`${name}: ${message}`);
  }
  // Zod checks nothing together while a value has an issue: the others are checked apart from it. A
  // variable with an issue of its own is not also called missing.
  const sound = Object.entries(values).filter(([name]) => !faulty.has(name));
  const { data = null, error } = EnvironmentSchema.safeParse(Object.fromEntries(sound));
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
    if (value.includes('\uFFFD')) issues.push(`${name}: has characters that are not UTF-8`);
    else values[name] = value;
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
