import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isDeepStrictEqual } from 'node:util';
import type { ContentTypeField, CreateClientParams } from 'contentful';
import { DEFAULT_CONTENT_TYPE } from '../../config/site-file.ts';
import { onFirstUse, withTimeout } from '../../ops/timers.ts';
import {
  type EntriesAnswer,
  parsePostPage,
  parseRevisions,
  readAnswer,
} from './delivery-answer.ts';
import { PLAIN_READING, type Reading } from './normalise.ts';
import { type ContentSource, ContentUnavailable, failureOf, isTooLarge } from './source.ts';
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
const CALL_DEADLINE_MS = 15_000;
/**
 * Retries after a failed connection, a 5xx and a 429: after 2 s and then 3, or as long as a 429
 * says.
 */
const RETRY_LIMIT = 2;
const CALLS_PER_SECOND = 30;
/** The most calls at a time. */
export const MAX_CONCURRENT_CALLS = 12;
/** The largest response. Twenty long posts with everything they link to are far smaller. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/**
 * The time after which an idle connection is closed, before the service can close it just as a call
 * is sent.
 */
const IDLE_CONNECTION_MS = 4000;
/** Revisions a call: the service's own maximum. */
const REVISIONS_PAGE_SIZE = 1000;
/** The most pages of a list: more than any space has. */
const MAX_PAGES = 100;
/** Entries a page for `npm run content:check`. */
const SPACE_PAGE_SIZE = 50;
/** Link depth: an entry embedded in a post may itself show a picture. */
const INCLUDE_DEPTH = 2;

/** Posts as their editors see them, without a title or a slug too. Nothing is cached. */
export type Drafts = Pick<ReturnType<typeof createContentfulSource>, 'draft' | 'readDraft'>;

/** Everything that the service delivers for the blog. */
export interface Space {
  /** Fields of the posts' content type. */
  fields: Pick<ContentTypeField, 'id' | 'type'>[];
  /** All its entries, with everything that they link to. */
  answers: EntriesAnswer[];
}

/**
 * Posts from Contentful's delivery or preview API, with the calls of docs/specification.md, section 3,
 * and one for the revisions. The SDK is loaded with the first call: a site with embedded posts starts
 * without it. Its own resolution of links would copy the response and make circular objects.
 */
export function createContentfulSource(
  settings: ContentfulSettings,
  reading: Reading = PLAIN_READING,
) {
  const { fields, locale, contentType = DEFAULT_CONTENT_TYPE } = reading;
  const common = { content_type: contentType, ...(locale && { locale }) };
  const { origin, space, environment, deadlineMs = CALL_DEADLINE_MS } = settings;
  const newClient = () => onFirstUse(() => createClient({ ...settings, deadlineMs }));
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
        throw new ContentUnavailable('timeout');
      });
    } catch (error) {
      // The SDK stumbles over a response that is not JSON, with whatever error that causes.
      throw error instanceof ContentUnavailable ? error : new ContentUnavailable('malformed');
    }
  }

  const ask: Ask = async (call) => readAnswer(await callClient(call));

  const entries = (query: Record<string, unknown>) =>
    ask((from) => from.getEntries({ ...common, include: INCLUDE_DEPTH, ...query }));

  /**
   * Fetches every page of a query.
   * @throws {ContentUnavailable} when there are more pages than any space has, or always the same
   */
  async function everyPage(pageSize: number, query: Record<string, unknown>) {
    const pages: EntriesAnswer[] = [];
    let limit = pageSize;
    for (let skip = 0, more = true; more; ) {
      if (pages.length === MAX_PAGES) throw new ContentUnavailable('malformed');
      const page = await entries({ ...query, limit, skip }).catch((error: unknown) => {
        if (limit === 1 || !isTooLarge(error)) throw error;
        return null;
      });
      if (!page) {
        limit = Math.ceil(limit / 2);
        continue;
      }
      const isRepeated = pages[0] && isDeepStrictEqual(page.items[0], pages[0].items[0]);
      if (isRepeated) throw new ContentUnavailable('malformed');
      pages.push(page);
      skip += page.items.length;
      more = page.items.length > 0 && skip < page.total;
    }
    return pages;
  }

  // If several posts share a slug, the first in the list counts.
  const bySlug = (slug: string) => entries({ [`fields.${fields.slug}`]: slug, order, limit: 1 });

  /** Parses a draft from a response in the form of the preview API. */
  function readDraft({ items, includes }: { items?: unknown; includes?: unknown }) {
    const answer = { items: Array.isArray(items) ? items.slice(0, 1) : [], includes, total: 1 };
    const [post] = parsePostPage(answer, { ...reading, isUnfinished: true }).posts;
    return post ? { post, draft: { answer: { items: answer.items, includes }, fields } } : null;
  }

  const tagNames = createTagNameCache(ask);

  async function parsePage(answer: EntriesAnswer) {
    return parsePostPage(answer, reading, await tagNames(answer.items));
  }

  const source = {
    // The same space read differently counts as another origin.
    id: JSON.stringify([origin, space, environment, fields, locale, contentType]),
    async revisions() {
      const query = { select: ['sys.id', 'sys.revision'], include: 0, order: 'sys.id' };
      const pages = await everyPage(REVISIONS_PAGE_SIZE, query);
      return parseRevisions(pages.flatMap(({ items }) => items));
    },
    listPosts: async (skip: number, limit: number) =>
      parsePage(await entries({ order, limit, skip })),
    findPost: async (slug: string) => (await parsePage(await bySlug(slug))).posts[0] ?? null,
  } satisfies ContentSource;

  return {
    ...source,
    draft: async (by: { slug: string } | { id: string }) =>
      readDraft(await ('slug' in by ? bySlug(by.slug) : entries({ 'sys.id': by.id, limit: 1 }))),
    readDraft,
    async space(): Promise<Space> {
      const { fields = [] } = await callClient((from) => from.getContentType(contentType));
      const answers = await everyPage(SPACE_PAGE_SIZE, { order: 'sys.id' });
      return { fields: fields.filter(({ omitted }) => !omitted), answers };
    },
  };
}

async function createClient(
  settings: ContentfulSettings & { deadlineMs: number },
): Promise<Client> {
  const contentful = await import('contentful');
  const { space, environment, accessToken, origin, deadlineMs } = settings;
  const { retryLimit = RETRY_LIMIT, callsPerSecond = CALLS_PER_SECOND } = settings;
  const { protocol, host } = new URL(origin);
  const connections = {
    keepAlive: true,
    timeout: IDLE_CONNECTION_MS,
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
      throw error instanceof ContentUnavailable ? error : failureOf(error, accessToken);
    },
  };
  return contentful.createClient(params).withoutLinkResolution;
}
