import { readFileSync } from 'node:fs';

/**
 * Types of schema.org with their properties, read from schema-dts, which is generated from the
 * vocabulary that schema.org publishes.
 */
function readVocabulary(): Map<string, Set<string>> {
  const text = readFileSync('node_modules/schema-dts/dist/schema.d.ts', 'utf8');
  const interfaces = new Map<string, { parents: string[]; own: string[]; type?: string }>();
  for (const [, name = '', parents = '', body = ''] of text.matchAll(
    /^(?:export )?interface (\w+)(?: extends ([^{]+))? \{\n([\s\S]*?)^\}/gm,
  ))
    interfaces.set(name, {
      parents: [...parents.matchAll(/\b(\w+Base)\b/g)].map(([parent]) => parent),
      own: [...body.matchAll(/^ {4}"(\w+)"\?:/gm)].map(([, property]) => property as string),
      type: /"@type": "([\w:]+)"/.exec(body)?.[1],
    });
  const all = (name: string): string[] => {
    const { own = [], parents = [] } = interfaces.get(name) ?? {};
    return [...own, ...parents.flatMap(all)];
  };
  const vocabulary = new Map<string, Set<string>>();
  for (const [name, { type }] of interfaces) if (type) vocabulary.set(type, new Set(all(name)));
  return vocabulary;
}

const vocabulary = readVocabulary();

/** What schema.org does not know in a piece of JSON-LD: types, and properties of their types. */
export function foreignProperties(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(foreignProperties);
  if (typeof value !== 'object' || value === null) return [];
  const { '@type': type, ...properties } = value as Record<string, unknown>;
  const within = Object.values(properties).flatMap(foreignProperties);
  if (type === undefined) return within; // a reference to another node
  const known = vocabulary.get(String(type));
  if (!known) return [String(type), ...within];
  const foreign = Object.keys(properties).filter((key) => key !== '@id' && !known.has(key));
  return [...foreign.map((key) => `${type}.${key}`), ...within];
}
