import { asUnavailable, type ContentUnavailableError, isUnknownType } from '../content-error.ts';
import { getPath, tagIdsOf, toText } from '../parse/entry-fields.ts';
import { revisionsOf } from '../parse/revisions.ts';
import {
  CONTENT_TYPES,
  type ContentSource,
  type ContentType,
  type RawContent,
  type ReadOptions,
  type TypeRead,
} from '../source.ts';
import { type ContentfulSettings, createCaller, MAX_CONCURRENT_CALLS } from './client.ts';
import { fetchList } from './fetch-list.ts';
import { entriesOf, idOf, type ListResponse, parseListResponse } from './list-response.ts';

/** Posts a list call, as docs/specification.md, section 3, has it. */
const POSTS_PAGE_SIZE = 20;
/** Entries a list call for pages, questions and testimonials. */
const PAGE_SIZE = 100;
/** Revisions a call: the service's own maximum. */
const REVISIONS_PAGE_SIZE = 1000;
/** A limit above Contentful's own for an environment. */
const MAX_TAGS = 1000;
/** Link depth: an entry to which a post links may itself show a picture. */
export const INCLUDE_DEPTH = 2;
/** Dates alone leave the order of posts of one date open, and one could fall between two pages. */
export const POST_ORDER = ['-fields.publishedDate', 'sys.id'] as const;

/** The names that each type's list call has in the metrics. */
const CALL_NAMES = {
  blogPost: 'list',
  page: 'page',
  question: 'question',
  testimonial: 'testimonial',
};
const NO_TAGS: ReadonlyMap<string, string> = new Map();
const ABSENT: TypeRead = { state: 'absent' };
const NOTHING: RawContent['types'] = {
  blogPost: ABSENT,
  page: ABSENT,
  question: ABSENT,
  testimonial: ABSENT,
};

/**
 * Published content from Contentful's delivery API, with the calls of docs/specification.md, section 3, one
 * for the revisions, and one a webhook.
 */
export function createContentfulSource(settings: ContentfulSettings): ContentSource {
  const { origin, space, environment } = settings;
  let responseCount = 0;
  const call = createCaller({
    ...settings,
    onCall: (name, outcome) => {
      if (outcome === 'ok') responseCount += 1;
      settings.onCall?.(name, outcome);
    },
  });

  async function fetchEntries(name: string, query: Record<string, unknown>): Promise<ListResponse> {
    const response = await call(name, (sdk) => sdk.getEntries(query));
    return parseListResponse(response);
  }

  const listEntries = (
    type: ContentType,
    options: Pick<Parameters<typeof fetchList>[0], 'onFirstPage' | 'waitAfter'>,
  ): Promise<ListResponse> =>
    fetchList({
      ...options,
      concurrency: MAX_CONCURRENT_CALLS,
      pageSize: type === 'blogPost' ? POSTS_PAGE_SIZE : PAGE_SIZE,
      fetchPage: (skip, limit) =>
        fetchEntries(CALL_NAMES[type], {
          content_type: type,
          include: INCLUDE_DEPTH,
          order: type === 'blogPost' ? [...POST_ORDER] : 'sys.id',
          limit,
          skip,
        }),
    });

  /** Returns the names of tags by id. Without a right to them there are none. */
  async function fetchTagNames(items: readonly unknown[]): Promise<ReadonlyMap<string, string>> {
    if (!items.some((item) => tagIdsOf(item).length > 0)) return NO_TAGS;
    try {
      const response = await call('tags', (sdk) => sdk.getTags({ limit: MAX_TAGS }));
      const { items: tags } = parseListResponse(response);
      return new Map(tags.map((tag) => [idOf(tag), toText(getPath(tag, 'name'))]));
    } catch (error) {
      const { kind } = error as ContentUnavailableError;
      if (kind === 'setup' || kind === 'unauthorised') return NO_TAGS;
      throw error;
    }
  }

  async function read({ types, onNewestPosts, waitAfter }: ReadOptions): Promise<RawContent> {
    const linked: RawContent['linked'][number][] = [];
    let tagNames = NO_TAGS;
    const readType = async (type: ContentType): Promise<TypeRead> => {
      if (!types.includes(type)) return ABSENT;
      try {
        const list = await listEntries(type, {
          ...(waitAfter && { waitAfter }),
          ...(type === 'blogPost' && { onFirstPage: (page) => onNewestPosts?.(ofPosts(page)) }),
        });
        if (type === 'blogPost') tagNames = await fetchTagNames(list.items);
        linked.push(...list.linked);
        return { state: 'read', entries: entriesOf(type, list.items) };
      } catch (error) {
        if (type !== 'blogPost' && isUnknownType(error)) return ABSENT;
        return { state: 'failed', error: asUnavailable(error) };
      }
    };
    const [blogPost, page, question, testimonial] = await Promise.all(CONTENT_TYPES.map(readType));
    const all = { blogPost, page, question, testimonial } as RawContent['types'];
    return { types: all, linked, tagNames, issues: [] };
  }

  return {
    id: JSON.stringify([origin, space, environment]),

    get responseCount() {
      return responseCount;
    },

    async revisions(types) {
      const { items } = await fetchList({
        concurrency: MAX_CONCURRENT_CALLS,
        pageSize: REVISIONS_PAGE_SIZE,
        fetchPage: (skip, limit) =>
          fetchEntries('catalogue', {
            // A call for several types takes them in another parameter.
            ...(types.length > 1
              ? { 'sys.contentType.sys.id[in]': [...types] }
              : { content_type: types[0] }),
            select: ['sys.id', 'sys.revision'],
            include: 0,
            order: 'sys.id',
            limit,
            skip,
          }),
      });
      return revisionsOf(items);
    },

    read,

    async findPost(slug) {
      // If several posts share a slug, the first in the list counts.
      const query = { content_type: 'blogPost', include: INCLUDE_DEPTH, order: [...POST_ORDER] };
      const list = await fetchEntries('post', { ...query, 'fields.slug': slug, limit: 1 });
      return list.items.length > 0 ? ofPosts(list).raw : null;
    },

    async revisionOf(type, id) {
      const query = { 'sys.id': id, limit: 1 };
      const response = await call(
        'entry',
        (sdk): Promise<unknown> =>
          type === 'Asset'
            ? sdk.getAssets({ ...query, select: ['sys.id', 'sys.revision'] } as never)
            : sdk.getEntries({ ...query, select: ['sys.id', 'sys.revision'], include: 0 } as never),
      );
      const { items } = parseListResponse(response);
      const item = items.find((each) => idOf(each) === id);
      const revision = getPath(item, 'sys', 'revision') ?? Number.POSITIVE_INFINITY;
      return item === undefined ? null : Number(revision);
    },
  };
}

/** Returns the content of a list of posts alone, before all of it has been read. */
function ofPosts(list: ListResponse): { raw: RawContent; total: number } {
  const blogPost: TypeRead = { state: 'read', entries: entriesOf('blogPost', list.items) };
  const types = { ...NOTHING, blogPost };
  return { raw: { types, linked: list.linked, tagNames: NO_TAGS, issues: [] }, total: list.total };
}
