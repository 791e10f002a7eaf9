import type { ContentfulClientApi } from 'contentful';
import type { EntriesAnswer } from './delivery-answer.ts';
import { at, tagIdsOf, textOf } from './entry.ts';
import { ContentUnavailable } from './source.ts';

/** Shorter than the usual pause between two renewals: a renamed tag shows within a minute. */
const KEPT_MS = 45_000;
/** Contentful allows an environment fewer. */
const TAGS = 1000;

export type Client = ContentfulClientApi<'WITHOUT_LINK_RESOLUTION'>;
export type Ask = (call: (client: Client) => Promise<unknown>) => Promise<EntriesAnswer>;

/**
 * Finds out what the tags of entries are called, at most every 45 s, and when there is a new one.
 * Without a right to the names there are none; a failure is one of the whole reading.
 */
export function createTagNames(ask: Ask) {
  let names = new Map<string, string>();
  let askedAt = Number.NEGATIVE_INFINITY;

  async function tags(): Promise<[string, string][]> {
    const { items } = await ask((client) => client.getTags({ limit: TAGS }));
    return items.map((tag) => [textOf(at(tag, 'sys', 'id')), textOf(at(tag, 'name'))]);
  }

  return async (entries: readonly unknown[]): Promise<ReadonlyMap<string, string>> => {
    const ids = entries.flatMap(tagIdsOf);
    const areKnown = ids.every((id) => names.has(id));
    if (areKnown && performance.now() - askedAt < KEPT_MS) return names;
    try {
      const found = ids.length > 0 ? await tags().catch(refused) : [];
      names = new Map(found.filter(([, name]) => name));
      askedAt = performance.now();
    } catch (error) {
      if (!areKnown) throw error;
    }
    return names;
  };
}

function refused(error: unknown): [string, string][] {
  const { kind } = error as ContentUnavailable;
  if (error instanceof ContentUnavailable && (kind === 'setup' || kind === 'unauthorised'))
    return [];
  throw error;
}
