import { cutText } from '../../../shared/cut-text.ts';

/** Tells whether an unchecked value from outside is an object with keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value under a path of keys; undefined when there is none. */
export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
}

/** Returns a value and all values inside it, at any depth. */
export function within(value: unknown): unknown[] {
  const found = [value];
  for (const each of found)
    if (typeof each === 'object' && each !== null)
      for (const part of Object.values(each)) found.push(part);
  return found;
}

/** Returns the entry or asset of a link; undefined when the response does not include it. */
export type FollowLink = (link: unknown) => unknown;

/** An entry or asset of a response. */
export interface Thing {
  sys: Record<string, unknown>;
  fields: Record<string, unknown>;
}

export function isThing(value: unknown): value is Thing {
  return isRecord(value) && isRecord(value.sys) && isRecord(value.fields);
}

/** Contentful's limit for a long text, in characters. */
const TEXT_LIMIT = 50_000;

export function textOf(value: unknown): string {
  return typeof value === 'string' ? cutText(value.trim(), TEXT_LIMIT) : '';
}

/**
 * Returns the value in a field of an entry, or under a path through linked entries (`author.name`);
 * a list of links gives a list.
 */
export function valueAt(entry: Thing, path: string, follow: FollowLink): unknown {
  const [field = '', ...inner] = path.split('.');
  return inner.reduce((value, id) => inside(value, id, follow), entry.fields[field]);
}

function inside(value: unknown, id: string, follow: FollowLink): unknown {
  if (Array.isArray(value)) return value.map((part) => inside(part, id, follow));
  const linked = follow(value);
  return isThing(linked) ? linked.fields[id] : at(value, id);
}

const NAMES_LIMIT = 20;
const NAME_LENGTH_LIMIT = 200;

/** Returns the names in a field: texts, or links to entries that have a name or a title. */
export function namesOf(value: unknown, follow: FollowLink): string[] {
  return [value]
    .flat()
    .slice(0, NAMES_LIMIT)
    .map((part) => cutText(textOf(part) || titleOf(follow(part)), NAME_LENGTH_LIMIT))
    .filter(Boolean);
}

/** Returns the title of an entry of an unknown content type, from the usual field names. */
export function titleOf(value: unknown): string {
  if (!isThing(value)) return '';
  const { title, name, heading, headline } = value.fields;
  return textOf(title) || textOf(name) || textOf(heading) || textOf(headline);
}

export const contentTypeOf = ({ sys }: Thing): string =>
  textOf(at(sys, 'contentType', 'sys', 'id'));

/** Returns the ids of the tags that editors gave an entry beside its fields. */
export function tagIdsOf(entry: unknown): string[] {
  const links = [at(entry, 'metadata', 'tags')].flat();
  return links.map((link) => textOf(at(link, 'sys', 'id'))).filter(Boolean);
}
