import type { ContentfulClientApi } from 'contentful';
import { ContentUnavailableError } from './content-source.ts';
import type { EntriesResponse, TagNames } from './entries-response.ts';
import { getPath, tagIdsOf, toText } from './entry-fields.ts';

/**
 * The time in which the list calls of one read share the names. The next read fetches them again.
 */
const NAMES_TTL_MS = 5000;
/** A limit above Contentful's own for an environment. */
const MAX_TAGS = 1000;

export type Client = ContentfulClientApi<'WITHOUT_LINK_RESOLUTION'>;
export type Ask = (call: (client: Client) => Promise<unknown>) => Promise<EntriesResponse>;

/**
 * Creates the function that fetches the names of tags, when entries have any. Without a right to
 * the names there are none; any other failure is one of the whole read.
 */
export function createTagNameCache(ask: Ask): (entries: readonly unknown[]) => Promise<TagNames> {
  let names: Promise<TagNames> | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;

  async function fetchNames(): Promise<TagNames> {
    const { items } = await ask((client) => client.getTags({ limit: MAX_TAGS })).catch(
      ignoreMissingPermission,
    );
    const named = items.map((tag) => [
      toText(getPath(tag, 'sys', 'id')),
      toText(getPath(tag, 'name')),
    ]);
    return new Map(named.filter(([, name]) => name) as [string, string][]);
  }

  return async (entries) => {
    if (!entries.some((entry) => tagIdsOf(entry).length > 0)) return new Map();
    if (!names || performance.now() - fetchedAt > NAMES_TTL_MS) {
      fetchedAt = performance.now();
      const fetched = fetchNames();
      names = fetched;
      fetched.catch(() => {
        names = undefined;
      });
    }
    return names;
  };
}

function ignoreMissingPermission(error: unknown): Pick<EntriesResponse, 'items'> {
  const { kind } = error as ContentUnavailableError;
  if (error instanceof ContentUnavailableError && (kind === 'setup' || kind === 'unauthorised'))
    return { items: [] };
  throw error;
}
