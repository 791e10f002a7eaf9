import type { ContentfulClientApi } from 'contentful';
import type { EntriesAnswer } from './delivery-answer.ts';
import { at, isRecord, tagIdsOf, textOf } from './entry.ts';
import { ContentUnavailable } from './source.ts';

/** Editors seldom rename a tag. */
const KEPT_MS = 10 * 60_000;
/** Of a hundred each. */
const PAGES_OF_CONCEPTS = 20;
/** Contentful allows an environment fewer. */
const TAGS = 1000;

export type Client = ContentfulClientApi<'WITHOUT_LINK_RESOLUTION'>;
export type Ask = (call: (client: Client) => Promise<unknown>) => Promise<EntriesAnswer>;

/**
 * Finds out what the tags and taxonomy concepts of entries are called, every ten minutes and when
 * there is a new one. Without a right to the names there are none; a failure is one of the whole
 * reading.
 * @param locale of the names; null for the space's own
 */
export function createTagNames(ask: Ask, locale: string | null) {
  let names = new Map<string, string>();
  let askedAt = Number.NEGATIVE_INFINITY;

  async function tags(): Promise<[string, string][]> {
    const { items } = await ask((client) => client.getTags({ limit: TAGS }));
    return items.map((tag) => [textOf(at(tag, 'sys', 'id')), textOf(at(tag, 'name'))]);
  }

  async function concepts(): Promise<[string, string][]> {
    const found: unknown[] = [];
    let next: string | null | undefined;
    for (let page = 0; page < PAGES_OF_CONCEPTS && next !== null; page += 1) {
      const query = (next ? { pageNext: next } : {}) as object;
      const answer = await ask((client) => client.getConcepts(query));
      found.push(...answer.items);
      next = new URLSearchParams(answer.next.split('?')[1]).get('pageNext');
    }
    return found.map((concept) => {
      const labels = at(concept, 'prefLabel');
      const [first] = isRecord(labels) ? Object.values(labels) : [];
      return [textOf(at(concept, 'sys', 'id')), textOf(at(labels, locale ?? '') ?? first)];
    });
  }

  return async (entries: readonly unknown[]): Promise<ReadonlyMap<string, string>> => {
    const idsOf = (kind: 'tags' | 'concepts') => entries.flatMap((one) => tagIdsOf(one, kind));
    const [ofTags, ofConcepts] = [idsOf('tags'), idsOf('concepts')];
    const areKnown = [...ofTags, ...ofConcepts].every((id) => names.has(id));
    if (areKnown && performance.now() - askedAt < KEPT_MS) return names;
    try {
      const found = await Promise.all([
        ofTags.length > 0 ? tags().catch(refused) : [],
        ofConcepts.length > 0 ? concepts().catch(refused) : [],
      ]);
      names = new Map(found.flat().filter(([, name]) => name));
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
