import PQueue from 'p-queue';
import { asUnavailable, ContentUnavailableError, isTooLarge } from '../content-error.ts';
import { getPath, isEntryOrAsset, toText } from '../parse/entry-fields.ts';
import type { DraftAnswer, EntryOrAsset } from '../source.ts';

/** The most pages of a list, of any size: 10,000 posts. */
const MAX_PAGES = 500;
/** The most reads of a list from its start because entries came or went meanwhile. */
const MAX_ATTEMPTS = 3;

/** A well-formed list of the delivery API. */
export interface List {
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
export function parseList(response: unknown): List {
  const [items, total] = [getPath(response, 'items'), getPath(response, 'total')];
  const isList = getPath(response, 'sys', 'type') === 'Array' && Array.isArray(items);
  if (!isList || !Number.isSafeInteger(total)) throw new ContentUnavailableError('malformed');
  return { items, total: total as number, linked: linkedOf(response) };
}

/** Parses a draft in the form of a list, whose first item it is; null when there is none. */
export function parseDraft(response: unknown): DraftAnswer | null {
  const [entry] = [getPath(response, 'items')].flat();
  if (!isEntryOrAsset(entry)) return null;
  return { entry, linked: linkedOf(response), tagNames: new Map(), issues: [] };
}

function linkedOf(response: unknown): EntryOrAsset[] {
  const includes = getPath(response, 'includes');
  return [getPath(includes, 'Entry'), getPath(includes, 'Asset')].flat().filter(isEntryOrAsset);
}

export const idOf = (item: unknown): string => toText(getPath(item, 'sys', 'id'));

interface ListOptions {
  fetchPage: (skip: number, limit: number) => Promise<List>;
  pageSize: number;
  concurrency: number;
  /** Called with the first page. */
  onFirstPage?: ((page: List) => void) | undefined;
  /** Resolves when a failed call may be made again. @throws the error when it may not */
  waitAfter?: ((error: Error) => Promise<void>) | undefined;
}

/**
 * Fetches a whole list, page by page, and from its start again when entries came or went meanwhile:
 * one would be on two pages, or on none.
 * @throws {ContentUnavailableError} unless all entries have come: an outage is no shorter list
 */
export async function fetchList(options: ListOptions): Promise<List> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const pages = await fetchPages(options);
    const list = joinPages(pages);
    const ids = new Set(list.items.map(idOf));
    const isWhole = pages.every(({ total }) => total === ids.size);
    if (isWhole && list.items.length === ids.size) return list;
  }
  throw new ContentUnavailableError('malformed', { details: 'the list contradicts its total' });
}

async function fetchPages(options: ListOptions): Promise<List[]> {
  const { pageSize, concurrency, onFirstPage } = options;
  const first = await fetchRange(options, 0, pageSize);
  onFirstPage?.(first);
  const pageCount = Math.ceil(first.total / pageSize);
  if (pageCount > MAX_PAGES) throw new ContentUnavailableError('malformed');
  const queue = new PQueue({ concurrency });
  const others = Array.from({ length: Math.max(0, pageCount - 1) }, (_, index) =>
    queue.add(() => fetchRange(options, (index + 1) * pageSize, pageSize)),
  );
  try {
    return [first, ...(await Promise.all(others))];
  } finally {
    queue.clear(); // after a failure
  }
}

/** Fetches a part of the list. One that is too large for the service comes in halves. */
async function fetchRange(options: ListOptions, skip: number, limit: number): Promise<List> {
  const { fetchPage, waitAfter } = options;
  try {
    return await fetchPage(skip, limit);
  } catch (error) {
    if (limit > 1 && isTooLarge(error)) {
      const half = Math.ceil(limit / 2);
      const first = await fetchRange(options, skip, half);
      return joinPages([first, await fetchRange(options, skip + half, limit - half)]);
    }
    if (!waitAfter) throw error;
    await waitAfter(asUnavailable(error));
    return fetchRange(options, skip, limit);
  }
}

function joinPages(pages: readonly List[]): List {
  return {
    items: pages.flatMap(({ items }) => items),
    linked: pages.flatMap(({ linked }) => linked),
    total: pages.at(-1)?.total ?? 0,
  };
}
