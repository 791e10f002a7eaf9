import { ContentUnavailableError } from '../content-error.ts';
import { contentTypeOf, getPath, isEntryOrAsset, toText } from '../parse/entry-fields.ts';
import type { EntryOrAsset } from '../source.ts';

/** A well-formed list of the delivery API. */
export interface ListResponse {
  items: unknown[];
  /** The number of entries on all pages. */
  total: number;
  /** Entries and assets that the items link to. */
  linked: EntryOrAsset[];
}

/**
 * Parses a response of the delivery API: `{ sys: { type: 'Array' }, total, items, includes }`.
 * @throws {ContentUnavailableError} for anything else: an outage must never pass for "no posts"
 */
export function parseListResponse(response: unknown): ListResponse {
  const [items, total] = [getPath(response, 'items'), getPath(response, 'total')];
  const isList = getPath(response, 'sys', 'type') === 'Array' && Array.isArray(items);
  if (!isList || !Number.isSafeInteger(total)) throw new ContentUnavailableError('malformed');
  return { items, total: total as number, linked: linkedOf(response) };
}

/** Returns the entries and assets that a response includes. */
export function linkedOf(response: unknown): EntryOrAsset[] {
  const includes = getPath(response, 'includes');
  return [getPath(includes, 'Entry'), getPath(includes, 'Asset')].flat().filter(isEntryOrAsset);
}

/** Returns the entries of a type: a service may answer with others too. */
export const entriesOf = (type: string, items: readonly unknown[]): EntryOrAsset[] =>
  items.filter((item) => isEntryOrAsset(item) && (contentTypeOf(item) || type) === type) as never;

export const idOf = (item: unknown): string => toText(getPath(item, 'sys', 'id'));
