import { cutText, wellFormed } from '../../../shared/cut-text.ts';
import type { EntryOrAsset, Revisions } from '../source.ts';

/** Tells whether an unchecked value from outside is an object with keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns what a text from outside means as JSON; undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the value under a path of keys; undefined when there is none. */
export function getPath(value: unknown, ...path: string[]): unknown {
  return path.reduce((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
}

/** Returns a value and all values inside it, at any depth. */
export function collectValues(value: unknown): unknown[] {
  const found = [value];
  for (const each of found)
    if (typeof each === 'object' && each !== null)
      for (const part of Object.values(each)) found.push(part);
  return found;
}

export function isEntryOrAsset(value: unknown): value is EntryOrAsset {
  return isRecord(value) && isRecord(value.sys) && isRecord(value.fields);
}

/** Line breaks of word processors, for which XML has no character and HTML no meaning. */
const FOREIGN_LINE_BREAKS = /[\v\f\u0085]/g;
/**
 * Characters that no HTML may hold (controls and noncharacters: HTML Standard, section 13.1.3), which
 * XML 1.0 forbids or advises against (section 2.2). Tabs and line breaks stay.
 */
const FORBIDDEN_CHARACTERS = /(?![\t\n\r])\p{Cc}|\p{Noncharacter_Code_Point}/gu;

/** Returns a text of an entry as pages, structured data and feeds may hold it. */
export const cleanText = (text: string): string =>
  wellFormed(text.replace(FOREIGN_LINE_BREAKS, ' ').replace(FORBIDDEN_CHARACTERS, ''));

/** Contentful's limit for a long text, in characters. */
const MAX_TEXT_LENGTH = 50_000;

export function toText(value: unknown): string {
  return typeof value === 'string' ? cutText(cleanText(value).trim(), MAX_TEXT_LENGTH) : '';
}

const MAX_TEXTS = 20;
const MAX_NAME_LENGTH = 200;

/** Returns the texts in a field that holds one, or a list of them. */
export const parseTexts = (value: unknown): string[] =>
  [value]
    .flat()
    .slice(0, MAX_TEXTS)
    .map((part) => cutText(toText(part), MAX_NAME_LENGTH))
    .filter(Boolean);

export const contentTypeOf = ({ sys }: EntryOrAsset): string =>
  toText(getPath(sys, 'contentType', 'sys', 'id'));

/** Returns the ids of the tags that editors gave an entry beside its fields. */
export function tagIdsOf(entry: unknown): string[] {
  const links = [getPath(entry, 'metadata', 'tags')].flat();
  return links.map((link) => toText(getPath(link, 'sys', 'id'))).filter(Boolean);
}

/** Returns the revisions of entries by their ids. */
export const revisionsOf = (items: readonly unknown[]): Revisions =>
  Object.fromEntries(
    items.map((item) => {
      const revision = getPath(item, 'sys', 'revision');
      const isKnown = typeof revision === 'number' || typeof revision === 'string';
      return [toText(getPath(item, 'sys', 'id')), isKnown ? revision : null];
    }),
  );

/** Returns the entry or asset of a link; undefined when it is not published. */
export type ResolveLink = (link: unknown) => unknown;

/**
 * Creates the function that finds the target of a link.
 * @param resources entries and assets; of several with one id, the first is taken
 */
export function createLinkResolver(resources: readonly unknown[]): ResolveLink {
  const keyOf = (item: unknown) => `${getPath(item, 'sys', 'type')} ${getPath(item, 'sys', 'id')}`;
  const byKey = new Map(resources.toReversed().map((item) => [keyOf(item), item]));
  return (link) =>
    getPath(link, 'sys', 'type') === 'Link'
      ? byKey.get(`${getPath(link, 'sys', 'linkType')} ${getPath(link, 'sys', 'id')}`)
      : undefined;
}
