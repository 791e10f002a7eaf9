import PQueue from 'p-queue';
import { asUnavailable, ContentUnavailableError, isTooLarge } from '../content-error.ts';
import { idOf, type ListResponse } from './list-response.ts';

/** The most pages of a list, of any size: 10,000 posts. */
const MAX_PAGES = 500;
/** The most reads of a list from its start because entries came or went meanwhile. */
const MAX_ATTEMPTS = 3;

interface ListOptions {
  fetchPage: (skip: number, limit: number) => Promise<ListResponse>;
  pageSize: number;
  concurrency: number;
  /** Called with the first page of the first attempt. */
  onFirstPage?: (page: ListResponse) => void;
  /** Resolves when a failed call may be made again. @throws the error when it may not */
  waitAfter?: (error: Error) => Promise<void>;
}

/**
 * Fetches a whole list, page by page, and from its start again when entries came or went meanwhile:
 * one would be on two pages, or on none.
 * @throws {ContentUnavailableError} unless all entries have come: an outage is no shorter list
 */
export async function fetchList(options: ListOptions): Promise<ListResponse> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const pages = await fetchPages(
      attempt === 1 ? options : { ...options, onFirstPage: undefined },
    );
    const list = joinPages(pages);
    const ids = new Set(list.items.map(idOf));
    const isWhole = pages.every(({ total }) => total === ids.size);
    if (isWhole && list.items.length === ids.size) return list;
  }
  throw new ContentUnavailableError('malformed', { details: 'the list contradicts its total' });
}

async function fetchPages(options: FetchOptions): Promise<ListResponse[]> {
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

type FetchOptions = Omit<ListOptions, 'onFirstPage'> & {
  onFirstPage?: ListOptions['onFirstPage'] | undefined;
};

/** Fetches a part of the list. One that is too large for the service comes in halves. */
async function fetchRange(
  options: FetchOptions,
  skip: number,
  limit: number,
): Promise<ListResponse> {
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

function joinPages(pages: readonly ListResponse[]): ListResponse {
  return {
    items: pages.flatMap(({ items }) => items),
    linked: pages.flatMap(({ linked }) => linked),
    total: pages.at(-1)?.total ?? 0,
  };
}
