import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { ContentfulClientApi, CreateClientParams } from 'contentful';
import { DEFAULT_CONTENT_TYPE } from '../../config/blog-fields.ts';
import { onFirstUse } from '../../ops/first-use.ts';
import { readAnswer, readCatalogue, readPosts } from './delivery-answer.ts';
import { at } from './entry.ts';
import { failureOf } from './failure.ts';
import { PLAIN_READING, type Reading } from './normalise.ts';
import { type BlogSource, ContentUnavailable, type FetchedPost } from './source.ts';
import { createTagNames } from './tag-names.ts';

export interface ContentfulSettings {
  space: string;
  environment: string;
  accessToken: string;
  /** Of the delivery or the preview API. */
  origin: string;
  /** Milliseconds for a call: 15,000 except in tests. */
  deadlineMs?: number;
}

/**
 * From the start of a call to the last byte of its answer. No visitor waits this long; a late
 * answer serves the next one.
 */
const CALL_DEADLINE_MS = 15_000;
/** Twenty long posts with everything they link to are far smaller. */
const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024;
/**
 * We close connections that idle for longer, before the service can close one just as a call is
 * sent.
 */
const IDLE_CONNECTION_MS = 4000;
/** The service's own maximum per call. */
const CATALOGUE_PAGE_SIZE = 1000;
/** How often reading a catalogue is started over because posts came or went meanwhile. */
const CATALOGUE_ATTEMPTS = 3;
/** Link depth: an entry embedded in a post may itself show a picture. */
const INCLUDE_DEPTH = 2;

type Client = ContentfulClientApi<'WITHOUT_LINK_RESOLUTION'>;

interface ContentfulSource extends BlogSource {
  /** As it is, without a title or a slug too. @param id of the entry */
  entry(id: string): Promise<FetchedPost | null>;
}

/**
 * Posts as their editors see them, from the preview API. Nothing is cached, so that they see their
 * latest change.
 */
export type Drafts = Pick<ContentfulSource, 'post' | 'entry'>;

/**
 * Posts from Contentful's delivery or preview API, with the calls of docs/specification.md, section
 * 3, and one for the catalogue. The only place that knows the SDK, which is loaded with the first
 * call: a site with embedded posts starts without it. Links are resolved by `delivery-answer.ts`:
 * the SDK's own resolution copies the answer and makes circular objects.
 */
export function createContentfulSource(
  settings: ContentfulSettings,
  reading: Reading = PLAIN_READING,
): ContentfulSource {
  const { fields, locale, contentType = DEFAULT_CONTENT_TYPE } = reading;
  const common = { content_type: contentType, ...(locale && { locale }) };
  const { origin, space, environment } = settings;
  const client = onFirstUse(() => createClient(settings));
  const tagNames = createTagNames(ask, locale ?? null);
  // Dates alone leave the order of posts of one date open, and a post could fall between two pages.
  const order = [`-fields.${fields.publishedDate}`, 'sys.id'];

  async function ask(call: (client: Client) => Promise<unknown>) {
    try {
      return readAnswer(await call(await client()));
    } catch (error) {
      // The SDK stumbles over an answer that is not JSON, with whatever error that happens to
      // cause.
      throw error instanceof ContentUnavailable ? error : new ContentUnavailable('malformed');
    }
  }

  const entries = (query: Record<string, unknown>) =>
    ask((from) => from.getEntries({ ...common, ...query }));

  async function posts(query: Record<string, unknown>, own = reading) {
    return readPosts(await entries({ include: INCLUDE_DEPTH, ...query }), own);
  }

  async function onePost(query: Record<string, unknown>, own = reading) {
    const [post] = await posts({ ...query, limit: 1 }, own);
    return post ?? null;
  }

  /** Every entry once; `whole` is false when the number of entries changed meanwhile. */
  async function catalogueItems() {
    const items = new Map<unknown, unknown>();
    const select = [
      ...['sys.id', 'sys.revision', 'sys.updatedAt', 'metadata.tags', 'metadata.concepts'],
      ...[fields.title, fields.slug, fields.publishedDate].map((name) => `fields.${name}`),
    ];
    const totals = new Set<number>();
    for (let skip = 0, more = true; more; ) {
      const page = await entries({ select, order, limit: CATALOGUE_PAGE_SIZE, skip, include: 0 });
      const before = items.size;
      for (const item of page.items) items.set(at(item, 'sys', 'id'), item);
      skip += page.items.length;
      more = items.size > before && skip < page.total;
      totals.add(page.total);
    }
    return { items: [...items.values()], whole: totals.size === 1 };
  }

  return {
    // The same space read differently counts as another origin.
    id: JSON.stringify([
      ...[origin, space, environment, fields, locale],
      ...(contentType === DEFAULT_CONTENT_TYPE ? [] : [contentType]),
    ]),
    async catalogue() {
      for (let attempt = 1; ; attempt += 1) {
        const { items, whole } = await catalogueItems();
        if (whole || attempt === CATALOGUE_ATTEMPTS)
          return readCatalogue(items, fields, await tagNames(items));
      }
    },
    list: (skip, limit) => posts({ order, limit, skip }),
    // If several posts share a slug, the first in the list counts.
    post: (slug) => onePost({ [`fields.${fields.slug}`]: slug, order }),
    entry: (id) => onePost({ 'sys.id': id }, { ...reading, isUnfinished: true }),
  };
}

async function createClient(settings: ContentfulSettings): Promise<Client> {
  const contentful = await import('contentful');
  const { space, environment, accessToken, origin, deadlineMs = CALL_DEADLINE_MS } = settings;
  const { protocol, host } = new URL(origin);
  const connections = { keepAlive: true, timeout: IDLE_CONNECTION_MS };
  const params: CreateClientParams & PassedOn = {
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

/** Options that `contentful` hands on to `contentful-sdk-core`, which declares them. */
interface PassedOn {
  onBeforeRequest(request: object): object;
  onError(error: unknown): never;
}
