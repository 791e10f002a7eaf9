import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isDeepStrictEqual } from 'node:util';
import type { ContentTypeField, CreateClientParams } from 'contentful';
import { DEFAULT_CONTENT_TYPE } from '../../config/site-file.ts';
import { onFirstUse } from '../../ops/timers.ts';
import { type EntriesAnswer, readAnswer, readCatalogue, readPosts } from './delivery-answer.ts';
import { at } from './entry.ts';
import { PLAIN_READING, type Reading } from './normalise.ts';
import { ContentUnavailable, failureOf } from './source.ts';
import { type Ask, type Client, createTagNames } from './tag-names.ts';

export interface ContentfulSettings {
  space: string;
  environment: string;
  accessToken: string;
  /** Of the delivery or the preview API. */
  origin: string;
  /** Milliseconds for a call: 15,000 except in tests. */
  deadlineMs?: number;
}

/** Up to the last byte of an answer. No visitor waits this long: it serves the next one. */
const CALL_DEADLINE_MS = 15_000;
/** Twenty long posts with everything they link to are far smaller. */
const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024;
/** We close idle connections, before the service can close one just as a call is sent. */
const IDLE_CONNECTION_MS = 4000;
/** The service's own maximum per call. */
const CATALOGUE_PAGE_SIZE = 1000;
/** Of any size: 100,000 posts. */
const PAGES = 100;
/** How often reading a catalogue is started over because posts came or went meanwhile. */
const CATALOGUE_ATTEMPTS = 3;
/** The service refuses an answer above 7 MB. */
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
 * and one for the catalogue. The SDK is loaded with the first call: a site with embedded posts starts
 * without it. Its own resolution of links would copy the answer and make circular objects.
 */
export function createContentfulSource(
  settings: ContentfulSettings,
  reading: Reading = PLAIN_READING,
) {
  const { fields, locale, contentType = DEFAULT_CONTENT_TYPE } = reading;
  const common = { content_type: contentType, ...(locale && { locale }) };
  const { origin, space, environment } = settings;
  const client = onFirstUse(() => createClient(settings));
  // Dates alone leave the order of posts of one date open, and a post could fall between two pages.
  const order = [`-fields.${fields.publishedDate}`, 'sys.id'];

  async function make<T>(call: (client: Client) => Promise<T>): Promise<T> {
    try {
      return await call(await client());
    } catch (error) {
      // The SDK stumbles over an answer that is not JSON, with whatever error that causes.
      throw error instanceof ContentUnavailable ? error : new ContentUnavailable('malformed');
    }
  }

  const ask: Ask = async (call) => readAnswer(await make(call));

  const entries = (query: Record<string, unknown>) =>
    ask((from) => from.getEntries({ ...common, include: INCLUDE_DEPTH, ...query }));

  /** @throws {ContentUnavailable} when there are more pages than any blog has, or always the same */
  async function everyPage(limit: number, query: Record<string, unknown>) {
    const pages: EntriesAnswer[] = [];
    for (let skip = 0, more = true; more; ) {
      if (pages.length === PAGES) throw new ContentUnavailable('malformed');
      const page = await entries({ ...query, limit, skip });
      const isAgain = pages[0] && isDeepStrictEqual(page.items[0], pages[0].items[0]);
      if (isAgain) throw new ContentUnavailable('malformed');
      pages.push(page);
      skip += page.items.length;
      more = page.items.length > 0 && skip < page.total;
    }
    return pages;
  }

  // If several posts share a slug, the first in the list counts.
  const bySlug = (slug: string, id?: string) =>
    entries({ [`fields.${fields.slug}`]: slug, ...(id && { 'sys.id': id }), order, limit: 1 });

  /** From an answer of the preview API's form. */
  function readDraft({ items, includes }: { items?: unknown; includes?: unknown }) {
    const answer = { items: Array.isArray(items) ? items.slice(0, 1) : [], includes };
    const [read] = readPosts(answer, { ...reading, isUnfinished: true });
    return read ? { post: read.post, draft: { answer, fields } } : null;
  }

  const tagNames = createTagNames(ask);
  const select = [
    'sys.id',
    'sys.revision',
    'sys.updatedAt',
    'metadata.tags',
    `fields.${fields.title}`,
    `fields.${fields.slug}`,
    `fields.${fields.publishedDate}`,
  ];

  return {
    // The same space read differently counts as another origin.
    id: JSON.stringify([origin, space, environment, fields, locale, contentType]),
    async catalogue() {
      for (let attempt = 1; attempt <= CATALOGUE_ATTEMPTS; attempt += 1) {
        const pages = await everyPage(CATALOGUE_PAGE_SIZE, { select, include: 0, order });
        const found = pages.flatMap(({ items }) => items);
        const items = [...new Map(found.map((item) => [at(item, 'sys', 'id'), item])).values()];
        // A post whose date changes may pass from one page to another, unseen on both.
        const isWhole = pages.every(({ total }) => total === items.length);
        if (isWhole) return readCatalogue(items, fields, await tagNames(items));
      }
      throw new ContentUnavailable('malformed');
    },
    list: async (skip: number, limit: number) =>
      readPosts(await entries({ order, limit, skip }), reading),
    post: async (slug: string, id?: string) =>
      readPosts(await bySlug(slug, id), reading)[0] ?? null,
    draft: async (by: { slug: string } | { id: string }) =>
      readDraft(await ('slug' in by ? bySlug(by.slug) : entries({ 'sys.id': by.id, limit: 1 }))),
    readDraft,
    async space(): Promise<Space> {
      const { fields = [] } = await make((from) => from.getContentType(contentType));
      const answers = await everyPage(SPACE_PAGE_SIZE, { order: 'sys.id' });
      return { fields: fields.filter(({ omitted }) => !omitted), answers };
    },
  };
}

async function createClient(settings: ContentfulSettings): Promise<Client> {
  const contentful = await import('contentful');
  const { space, environment, accessToken, origin, deadlineMs = CALL_DEADLINE_MS } = settings;
  const { protocol, host } = new URL(origin);
  const connections = { keepAlive: true, timeout: IDLE_CONNECTION_MS };
  // The last two are options that the SDK hands on to its core, which declares them.
  const params: CreateClientParams & {
    onBeforeRequest(request: object): object;
    onError(error: unknown): never;
  } = {
    space,
    environment,
    accessToken,
    host,
    insecure: protocol === 'http:',
    httpAgent: new HttpAgent(connections),
    httpsAgent: new HttpsAgent(connections),
    retryOnError: false, // the blog decides when to try again
    timeout: deadlineMs,
    logHandler: () => {},
    onBeforeRequest: (request) =>
      // A redirect would carry the token elsewhere. The SDK's time-out covers silence only; an
      // answer that drips would get past it.
      Object.assign(request, {
        maxRedirects: 0,
        maxContentLength: ANSWER_LIMIT_BYTES,
        signal: AbortSignal.timeout(deadlineMs),
      }),
    onError: (error) => {
      throw failureOf(error, accessToken);
    },
  };
  return contentful.createClient(params).withoutLinkResolution;
}
