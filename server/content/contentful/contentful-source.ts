import { asUnavailable, type ContentUnavailableError, isUnknownType } from '../content-error.ts';
import {
  contentTypeOf,
  getPath,
  isEntryOrAsset,
  revisionsOf,
  tagIdsOf,
  toText,
} from '../parse/entry-fields.ts';
import {
  CONTENT_TYPES,
  type ContentSource,
  type ContentType,
  type DraftQuery,
  type DraftSource,
  type EntryOrAsset,
  type NewestPosts,
  type RawContent,
  type ReadOptions,
  type TypeRead,
} from '../source.ts';
import { type ContentfulSettings, createCaller, MAX_CONCURRENT_CALLS } from './client.ts';
import { fetchList, idOf, type List, parseDraft, parseList } from './list.ts';

/** Posts a list call, as docs/specification.md, section 3, has it. */
const POSTS_PAGE_SIZE = 20;
/** Entries a list call for pages, questions and testimonials. */
const PAGE_SIZE = 100;
/** Revisions a call: the service's own maximum. */
const REVISIONS_PAGE_SIZE = 1000;
/** A limit above Contentful's own for an environment. */
const MAX_TAGS = 1000;
/** Link depth: an entry to which a post links may itself show a picture. */
const INCLUDE_DEPTH = 2;
/** Dates alone leave the order of posts of one date open, and one could fall between two pages. */
const POST_ORDER = ['-fields.publishedDate', 'sys.id'];
const REVISION_FIELDS = ['sys.id', 'sys.revision'];

/** The names that each type's list call has in the metrics. */
const CALL_NAMES = {
  blogPost: 'list',
  page: 'page',
  question: 'question',
  testimonial: 'testimonial',
};
const NO_TAGS: ReadonlyMap<string, string> = new Map();
const ABSENT: TypeRead = { state: 'absent' };

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

  const fetchEntries = async (name: string, query: Record<string, unknown>): Promise<List> =>
    parseList(await call(name, (sdk) => sdk.getEntries(query)));

  const listEntries = (type: ContentType, { onNewestPosts, waitAfter }: ReadOptions) =>
    fetchList({
      concurrency: MAX_CONCURRENT_CALLS,
      waitAfter,
      pageSize: type === 'blogPost' ? POSTS_PAGE_SIZE : PAGE_SIZE,
      onFirstPage: type === 'blogPost' ? (page) => onNewestPosts?.(toPosts(page)) : undefined,
      fetchPage: (skip, limit) =>
        fetchEntries(CALL_NAMES[type], {
          content_type: type,
          include: INCLUDE_DEPTH,
          order: type === 'blogPost' ? POST_ORDER : 'sys.id',
          limit,
          skip,
        }),
    });

  /** Returns the names of tags by id. Without a right to them there are none. */
  async function fetchTagNames(items: readonly unknown[]): Promise<ReadonlyMap<string, string>> {
    if (!items.some((item) => tagIdsOf(item).length > 0)) return NO_TAGS;
    try {
      const { items: tags } = parseList(
        await call('tags', (sdk) => sdk.getTags({ limit: MAX_TAGS })),
      );
      return new Map(tags.map((tag) => [idOf(tag), toText(getPath(tag, 'name'))]));
    } catch (error) {
      const { kind } = error as ContentUnavailableError;
      if (kind === 'setup' || kind === 'unauthorised') return NO_TAGS;
      throw error;
    }
  }

  async function read(options: ReadOptions): Promise<RawContent> {
    const linked: EntryOrAsset[] = [];
    let tagNames = NO_TAGS;
    const readType = async (type: ContentType): Promise<TypeRead> => {
      if (!options.types.includes(type)) return ABSENT;
      try {
        const list = await listEntries(type, options);
        if (type === 'blogPost') tagNames = await fetchTagNames(list.items);
        linked.push(...list.linked);
        return toRead(type, list);
      } catch (error) {
        if (type !== 'blogPost' && isUnknownType(error)) return ABSENT;
        return { state: 'failed', error: asUnavailable(error) };
      }
    };
    const reads = CONTENT_TYPES.map(async (type) => [type, await readType(type)] as const);
    const types = Object.fromEntries(await Promise.all(reads)) as RawContent['types'];
    return { types, linked, tagNames, issues: [] };
  }

  return {
    id: JSON.stringify([origin, space, environment]),

    get responseCount() {
      return responseCount;
    },

    async revisions(types) {
      // A call for several types takes them in another parameter.
      const ofTypes =
        types.length > 1
          ? { 'sys.contentType.sys.id[in]': [...types] }
          : { content_type: types[0] };
      const query = { ...ofTypes, select: REVISION_FIELDS, include: 0, order: 'sys.id' };
      const { items } = await fetchList({
        concurrency: MAX_CONCURRENT_CALLS,
        pageSize: REVISIONS_PAGE_SIZE,
        fetchPage: (skip, limit) => fetchEntries('catalogue', { ...query, limit, skip }),
      });
      return revisionsOf(items);
    },

    read,

    async findPost(slug) {
      // If several posts share a slug, the first in the list counts.
      const query = { content_type: 'blogPost', include: INCLUDE_DEPTH, order: POST_ORDER };
      const list = await fetchEntries('post', { ...query, 'fields.slug': slug, limit: 1 });
      return list.items.length > 0 ? toPosts(list).raw : null;
    },

    async revisionOf(type, id) {
      const query = { 'sys.id': id, select: REVISION_FIELDS as never[], limit: 1 };
      const response = await call(
        'entry',
        (sdk): Promise<unknown> =>
          type === 'Asset' ? sdk.getAssets(query) : sdk.getEntries({ ...query, include: 0 }),
      );
      const item = parseList(response).items.find((each) => idOf(each) === id);
      const revision = getPath(item, 'sys', 'revision') ?? Number.POSITIVE_INFINITY;
      return item === undefined ? null : Number(revision);
    },
  };
}

/** Returns the entries of a type: a service may answer with others too. */
function toRead(type: ContentType, { items }: List): TypeRead {
  const entries = items
    .filter(isEntryOrAsset)
    .filter((item) => (contentTypeOf(item) || type) === type);
  return { state: 'read', entries };
}

/** Returns the content of a list of posts alone, before all of it has been read. */
function toPosts(list: List): NewestPosts {
  const absent = { page: ABSENT, question: ABSENT, testimonial: ABSENT };
  const types = { blogPost: toRead('blogPost', list), ...absent };
  return { raw: { types, linked: list.linked, tagNames: NO_TAGS, issues: [] }, total: list.total };
}

/** Creates the source of drafts from Contentful's preview API. Nothing is cached. */
export function createContentfulDrafts(settings: ContentfulSettings): DraftSource {
  const call = createCaller(settings);
  return {
    async findDraft(query) {
      const entries = { ...toQuery(query), include: INCLUDE_DEPTH, limit: 1 };
      try {
        const response = await call('draft', (sdk) => sdk.getEntries(entries as never));
        parseList(response);
        return parseDraft(response);
      } catch (error) {
        if (isUnknownType(error)) return null;
        throw error;
      }
    },
  };
}

function toQuery(query: DraftQuery): Record<string, unknown> {
  if ('slug' in query)
    return { content_type: 'blogPost', 'fields.slug': query.slug, order: POST_ORDER };
  if ('page' in query) return { content_type: 'page', 'fields.slug': query.page };
  return { 'sys.id': query.id };
}
