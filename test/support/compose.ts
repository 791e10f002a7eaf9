import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The properties of a service of compose.yaml that the tests read. */
export interface Service {
  environment: Record<string, string>;
  env_file: { path: string }[];
  ports?: string[];
  volumes: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  logging: { options: object };
  [option: string]: unknown;
}

/** Reads compose.yaml as Compose does with these variables in its environment or in `.env`. */
export function readCompose(variables: Record<string, string> = {}): {
  services: Record<string, Service>;
  volumes: object;
} {
  const text = readFileSync('compose.yaml', 'utf8');
  return parse(
    text,
    (_key, value) => {
      return typeof value === 'string' ? interpolate(value, variables) : value;
    },
    { merge: true },
  );
}

/**
 * Fills in `${NAME:-otherwise}` and `${NAME:+instead}`, one inside another too, from the inside
 * out.
 */
function interpolate(text: string, variables: Record<string, string>): string {
  const known = text.replace(/\$\{(\w+)(?::([-+])([^${}]*))?\}/g, (_all, name, operator, word) => {
    const value = variables[name] ?? '';
    if (operator === '+') return value && word;
    return value || (word ?? '');
  });
  return known === text ? text : interpolate(known, variables);
}
