import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isDeepStrictEqual } from 'node:util';
import type { CreateClientParams } from 'contentful';
import type { Draft as DraftSource } from '../../../shared/blog/blog-client.ts';
import type { Post } from '../../../shared/blog/post.ts';
import type { ContentPage } from '../../../shared/content-page.ts';
import { DEFAULT_CONTENT_TYPE } from '../../config/site-file/site-file-schema.ts';
import { lazyAsync, withTimeout } from '../../ops/async.ts';
import { draftIssues, type Space } from '../content-issues.ts';
import {
  type ContentSource,
  ContentUnavailableError,
  type FailureKind,
  isTooLarge,
  isUnknownType,
  toContentError,
} from './content-source.ts';
import {
  type EntriesResponse,
  parseEntriesResponse,
  parsePostListPage,
  parseRevisions,
} from './entries-response.ts';
import { contentTypeOf, getPath, isEntryOrAsset } from './entry-fields.ts';
import { EXTRA_TYPES, type ExtraType, PAGE_FIELDS } from './extra-entries.ts';
import { parseExtras } from './parse-extras.ts';
import { type ContentModel, DEFAULT_CONTENT_MODEL } from './parse-post.ts';
import { type Ask, type Client, createTagNameCache } from './tag-names.ts';

export interface ContentfulSettings {
  space: string;
  environment: string;
  accessToken: string;
  /** The origin of the delivery or the preview API. */
  origin: string;
  /** Milliseconds for a call with its retries: 15,000 except in tests. */
  deadlineMs?: number;
  /** Retries of a failed call: 2 except in tests. */
  retryLimit?: number;
  /** The most calls that start in a second; the SDK makes 30 at most. */
  callsPerSecond?: number;
}

/**
 * The deadline of a call up to the last byte of a response. No visitor waits this long: it serves
 * the next one.
 */
const CALL_TIMEOUT_MS = 15_000;
/**
 * Retries after a failed connection, a 5xx and a 429: after 2 s and then 3, or as long as a 429
 * says.
 */
const RETRY_LIMIT = 2;
const CALLS_PER_SECOND = 30;
/** The most calls at a time: each holds a response, as text and as objects. */
export const MAX_CONCURRENT_CALLS = 8;
/** The largest response. Twenty long posts with everything they link to are far smaller. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/**
 * The time after which an idle connection is closed, before the service can close it just as a call
 * is sent.
 */
const KEEP_ALIVE_TIMEOUT_MS = 4000;
/** Revisions a call: the service's own maximum. */
const REVISIONS_PAGE_SIZE = 1000;
/** The most pages of a list: more than any space has. */
const MAX_PAGES = 100;
/** The most reads of a list from its start because entries came or went meanwhile. */
const MAX_ATTEMPTS = 3;
/** Entries a page of the list calls for pages, questions and testimonials. */
const EXTRAS_PAGE_SIZE = 100;
/** Entries a page for `npm run content:check`. */
const EXPORT_PAGE_SIZE = 50;
/** Link depth: an entry embedded in a post may itself show a picture. */
const INCLUDE_DEPTH = 2;

/** Posts as their editors see them, without a title or a slug too. Nothing is cached. */
export type Drafts = Pick<ReturnType<typeof createContentfulSource>, 'draft' | 'readDraft'>;

/** An entry that only its editors see. */
export type Draft =
  | { post: Post; draft: DraftSource }
  | { contentPage: ContentPage; draft: DraftSource };

/** `slug`: of a post; `page`: slug of a page; `id`: of an entry of either. */
type DraftQuery = { slug: string } | { page: string } | { id: string };

/**
 * Posts from Contentful's delivery or preview API, with the calls of docs/specification.md, section 3,
 * and one for the revisions. The SDK is loaded with the first call: a site with embedded posts starts
 * without it. Its own resolution of links would copy the response and make circular objects.
 */
export function createContentfulSource(
  settings: ContentfulSettings,
  model: ContentModel = DEFAULT_CONTENT_MODEL,
) {
  const { fields, locale, contentType = DEFAULT_CONTENT_TYPE } = model;
  const commonQuery = { content_type: contentType, ...(locale && { locale }) };
  const { origin, space, environment, deadlineMs = CALL_TIMEOUT_MS } = settings;
  let lastAttempt: FailureKind | 'answered' = 'answered';
  const onAttempt = (response: unknown) => {
    lastAttempt =
      response instanceof Error ? toContentError(response, settings.accessToken).kind : 'answered';
  };
  const newClient = () => lazyAsync(() => createClient({ ...settings, deadlineMs, onAttempt }));
  let client = newClient();
  // Dates alone leave the order of posts of one date open, and a post could fall between two pages.
  const order = [`-fields.${fields.publishedDate}`, 'sys.id'];

  async function callClient<T>(call: (client: Client) => Promise<T>): Promise<T> {
    try {
      const response = client().then(call);
      return await withTimeout(response, deadlineMs, () => {
        // The SDK's throttle goes by the clock of the day: set back, it would hold calls for as long.
        client = newClient();
        response.catch(() => {}); // it is late, whatever becomes of it
        throw new ContentUnavailableError('timeout');
      });
    } catch (error) {
      // The SDK stumbles over a response that is not JSON, with whatever error that causes.
      throw error instanceof ContentUnavailableError
        ? error
        : new ContentUnavailableError('malformed');
    }
  }

  const fetchEntriesResponse: Ask = async (call) => parseEntriesResponse(await callClient(call));

  const fetchEntries = (query: Record<string, unknown>) =>
    fetchEntriesResponse((from) =>
      from.getEntries({ ...commonQuery, include: INCLUDE_DEPTH, ...query }),
    );

  /**
   * Fetches every page of a query, from the start again when entries came or went meanwhile: one
   * would be on two pages, or on none.
   * @throws {ContentUnavailableError} unless all of them have come
   */
  async function fetchAllPages(pageSize: number, query: Record<string, unknown>) {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const pages = await fetchPages(pageSize, query);
      const ids = new Set(
        pages.flatMap(({ items }) => items.map((item) => getPath(item, 'sys', 'id'))),
      );
      if (pages.length === 1 || pages.every(({ total }) => total === ids.size)) return pages;
    }
    throw new ContentUnavailableError('malformed');
  }

  /** @throws {ContentUnavailableError} when there are more pages than any space has, or always the same */
  async function fetchPages(pageSize: number, query: Record<string, unknown>) {
    const pages: EntriesResponse[] = [];
    let limit = pageSize;
    for (let skip = 0, more = true; more; ) {
      if (pages.length === MAX_PAGES) throw new ContentUnavailableError('malformed');
      const page = await fetchEntries({ ...query, limit, skip }).catch((error: unknown) => {
        if (limit === 1 || !isTooLarge(error)) throw error;
        return null;
      });
      if (!page) {
        limit = Math.ceil(limit / 2);
        continue;
      }
      const isRepeated = pages[0] && isDeepStrictEqual(page.items[0], pages[0].items[0]);
      if (isRepeated) throw new ContentUnavailableError('malformed');
      pages.push(page);
      skip += page.items.length;
      more = page.items.length > 0 && skip < page.total;
    }
    return pages;
  }

  /** Every entry of a type beside that of the posts; null when the space has no such type. */
  async function extraAnswers(type: ExtraType): Promise<EntriesResponse[] | null> {
    try {
      const answers = await fetchAllPages(EXTRAS_PAGE_SIZE, {
        content_type: type,
        order: 'sys.id',
      });
      const isOfType = (item: unknown) => isEntryOrAsset(item) && contentTypeOf(item) === type;
      return answers.map(({ items, ...answer }) => ({ ...answer, items: items.filter(isOfType) }));
    } catch (error) {
      if (isUnknownType(error)) return null;
      throw error;
    }
  }

  // If several posts share a slug, the first in the list counts.
  const fetchBySlug = (slug: string) =>
    fetchEntries({ [`fields.${fields.slug}`]: slug, order, limit: 1 });

  /** Parses a draft of a post or a page from a response in the form of the preview API. */
  function parseDraft(given: unknown): Draft | null {
    const [items, includes] = [getPath(given, 'items'), getPath(given, 'includes')];
    const [item] = Array.isArray(items) ? items : [];
    const answer = { items: item === undefined ? [] : [item], includes, total: 1 };
    const type = isEntryOrAsset(item) ? contentTypeOf(item) : '';
    const unfinished = { ...model, isUnfinished: true };
    const isPage = type === 'page' && type !== contentType;
    if (!isPage && type !== contentType && type !== '') return null;
    const draft = {
      answer: { items: answer.items, includes },
      fields: isPage ? PAGE_FIELDS : fields,
      issues: draftIssues(answer, model, isPage ? 'page' : 'post'),
    };
    if (isPage) {
      const [contentPage] = parseExtras('page', [answer], unfinished).entries;
      return contentPage ? { contentPage, draft } : null;
    }
    const [post] = parsePostListPage(answer, unfinished).posts;
    return post ? { post, draft } : null;
  }

  /** Fetches a draft of either by its id, or of a post or page by its slug. */
  async function draft(by: DraftQuery): Promise<Draft | null> {
    if ('slug' in by) return parseDraft(await fetchBySlug(by.slug));
    const query =
      'page' in by
        ? { content_type: 'page', [`fields.${PAGE_FIELDS.slug}`]: by.page, limit: 1 }
        : { content_type: undefined, 'sys.id': by.id, limit: 1 };
    try {
      return parseDraft(await fetchEntries(query));
    } catch (error) {
      if (isUnknownType(error)) return null;
      throw error;
    }
  }

  const tagNames = createTagNameCache(fetchEntriesResponse);

  async function parsePage(answer: EntriesResponse) {
    return parsePostListPage(answer, model, await tagNames.namesFor(answer.items));
  }

  const source = {
    // The same space read differently counts as another origin.
    id: JSON.stringify([origin, space, environment, fields, locale, contentType]),
    failsAtOnce: () => lastAttempt === 'http' || lastAttempt === 'refused',
    async revisions(types: readonly ExtraType[] = []) {
      tagNames.clear(); // the list calls of the read that begins share the names
      const query = { select: ['sys.id', 'sys.revision'], include: 0, order: 'sys.id' };
      // A call for several types takes them in another parameter.
      const ofAll = {
        content_type: undefined,
        'sys.contentType.sys.id[in]': [contentType, ...types],
      };
      const pages = await fetchAllPages(
        REVISIONS_PAGE_SIZE,
        types.length > 0 ? { ...query, ...ofAll } : query,
      );
      return parseRevisions(pages.flatMap(({ items }) => items));
    },
    async listExtras<Type extends ExtraType>(type: Type) {
      // The posts may be of a type with the same name.
      if (type === contentType) return null;
      const answers = await extraAnswers(type);
      return answers && parseExtras(type, answers, model);
    },
    listPosts: async (skip: number, limit: number) =>
      parsePage(await fetchEntries({ order, limit, skip })),
    findPost: async (slug: string) => (await parsePage(await fetchBySlug(slug))).posts[0] ?? null,
  } satisfies ContentSource;

  return {
    ...source,
    draft,
    readDraft: parseDraft,
    async space(): Promise<Space> {
      const { fields = [] } = await callClient((from) => from.getContentType(contentType));
      const answers = await fetchAllPages(EXPORT_PAGE_SIZE, { order: 'sys.id' });
      const extras = await Promise.all(
        EXTRA_TYPES.filter((type) => type !== contentType).map(async (type) => ({
          type,
          answers: (await extraAnswers(type)) ?? [],
        })),
      );
      return { fields: fields.filter(({ omitted }) => !omitted), answers, extras };
    },
  };
}

async function createClient(
  settings: ContentfulSettings & {
    deadlineMs: number;
    /** Called with the response, or the error, of each attempt of a call. */
    onAttempt: (response: unknown) => void;
  },
): Promise<Client> {
  const contentful = await import('contentful');
  const { space, environment, accessToken, origin, deadlineMs, onAttempt } = settings;
  const { retryLimit = RETRY_LIMIT, callsPerSecond = CALLS_PER_SECOND } = settings;
  const { protocol, host } = new URL(origin);
  const connections = {
    keepAlive: true,
    timeout: KEEP_ALIVE_TIMEOUT_MS,
    maxSockets: MAX_CONCURRENT_CALLS,
  };
  // The last three are options that the SDK hands on to its core, which declares them.
  const params: CreateClientParams & {
    throttle: number;
    onBeforeRequest(request: { signal?: AbortSignal }): object;
    onError(error: unknown): never;
  } = {
    space,
    environment,
    accessToken,
    host,
    insecure: protocol === 'http:',
    httpAgent: new HttpAgent(connections),
    httpsAgent: new HttpsAgent(connections),
    retryLimit,
    timeout: deadlineMs,
    logHandler: () => {},
    responseLogger: onAttempt,
    throttle: callsPerSecond,
    onBeforeRequest: (request) =>
      // A redirect would carry the token elsewhere. The SDK's time-out covers silence only; a
      // response that drips would get past it. A retry has the signal of the first attempt.
      Object.assign(request, {
        maxRedirects: 0,
        maxContentLength: MAX_RESPONSE_BYTES,
        signal: request.signal ?? AbortSignal.timeout(deadlineMs),
      }),
    onError: (error) => {
      // After a retry the SDK comes here once for each attempt, with what was thrown before.
      throw error instanceof ContentUnavailableError ? error : toContentError(error, accessToken);
    },
  };
  return contentful.createClient(params).withoutLinkResolution;
}
