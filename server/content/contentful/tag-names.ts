import type { ContentfulClientApi } from 'contentful';
import { ContentUnavailableError } from './content-source.ts';
import type { EntriesResponse, TagNames } from './entries-response.ts';
import { getPath, tagIdsOf, toText } from './entry-fields.ts';

/** A limit above Contentful's own for an environment. */
const MAX_TAGS = 1000;

export type Client = ContentfulClientApi<'WITHOUT_LINK_RESOLUTION'>;
export type Ask = (call: (client: Client) => Promise<unknown>) => Promise<EntriesResponse>;

/**
 * Creates the cache of the names of tags, which are fetched when entries have any. Without a right
 * to the names there are none; any other failure is one of the whole read.
 */
export function createTagNameCache(ask: Ask) {
  let names: Promise<TagNames> | undefined;

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

  return {
    async namesFor(entries: readonly unknown[]): Promise<TagNames> {
      if (!entries.some((entry) => tagIdsOf(entry).length > 0)) return new Map();
      names ??= fetchNames().catch((error: unknown) => {
        names = undefined;
        throw error;
      });
      return names;
    },
    clear(): void {
      names = undefined;
    },
  };
}

function ignoreMissingPermission(error: unknown): Pick<EntriesResponse, 'items'> {
  const { kind } = error as ContentUnavailableError;
  if (error instanceof ContentUnavailableError && (kind === 'setup' || kind === 'unauthorised'))
    return { items: [] };
  throw error;
}
