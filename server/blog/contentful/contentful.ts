import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { ContentfulClientApi, CreateClientParams } from 'contentful';
import type { Post } from '../../../shared/blog/post.ts';
import type { Draft } from '../../../shared/blog/reader.ts';
import { DEFAULT_CONTENT_TYPE } from '../../config/site-file.ts';
import { onFirstUse } from '../../ops/timers.ts';
import { readAnswer, readCatalogue, readPosts } from './delivery-answer.ts';
import { at } from './entry.ts';
import { PLAIN_READING, type Reading } from './normalise.ts';
import { type BlogSource, ContentUnavailable, failureOf } from './source.ts';
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

/**
 * Posts as their editors see them, without a title or a slug too. Nothing is cached, so that they
 * see their latest change.
 */
export interface Drafts {
  /** From the preview API. */
  draft(by: { slug: string } | { id: string }): Promise<DraftPost | null>;
  /** From an answer of its form. */
  readDraft(answer: { items?: unknown; includes?: unknown }): DraftPost | null;
}

interface DraftPost {
  post: Post;
  draft: Draft;
}

/**
 * Posts from Contentful's delivery or preview API, with the calls of docs/specification.md, section
 * 3, and one for the catalogue. The only place that knows the SDK, which is loaded with the first
 * call: a site with embedded posts starts without it. Links are resolved by `delivery-answer.ts`:
 * the SDK's own resolution copies the answer and makes circular objects.
 */
export function createContentfulSource(
  settings: ContentfulSettings,
  reading: Reading = PLAIN_READING,
): BlogSource & Drafts {
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

  const whole = (query: Record<string, unknown>) => entries({ include: INCLUDE_DEPTH, ...query });
  // If several posts share a slug, the first in the list counts.
  const bySlug = (slug: string, id?: string) =>
    whole({ [`fields.${fields.slug}`]: slug, ...(id && { 'sys.id': id }), order, limit: 1 });

  function readDraft({ items, includes }: { items?: unknown; includes?: unknown }) {
    const answer = { items: Array.isArray(items) ? items.slice(0, 1) : [], includes };
    const [read] = readPosts(answer, { ...reading, isUnfinished: true });
    return read ? { post: read.post, draft: { answer, fields } } : null;
  }

  const select = [
    ...['sys.id', 'sys.revision', 'sys.updatedAt', 'metadata.tags', 'metadata.concepts'],
    ...[fields.title, fields.slug, fields.publishedDate].map((name) => `fields.${name}`),
  ];

  return {
    // The same space read differently counts as another origin.
    id: JSON.stringify([
      ...[origin, space, environment, fields, locale],
      ...(contentType === DEFAULT_CONTENT_TYPE ? [] : [contentType]),
    ]),
    async catalogue() {
      for (let attempt = 1; ; attempt += 1) {
        const items = new Map<unknown, unknown>();
        const totals = new Set<number>();
        for (let skip = 0, more = true; more; ) {
          const paging = { order, limit: CATALOGUE_PAGE_SIZE, skip };
          const page = await entries({ select, include: 0, ...paging });
          const before = items.size;
          for (const item of page.items) items.set(at(item, 'sys', 'id'), item);
          skip += page.items.length;
          more = items.size > before && skip < page.total;
          totals.add(page.total);
        }
        const all = [...items.values()];
        if (totals.size === 1 || attempt === CATALOGUE_ATTEMPTS)
          return readCatalogue(all, fields, await tagNames(all));
      }
    },
    list: async (skip, limit) => readPosts(await whole({ order, limit, skip }), reading),
    post: async (slug, id) => readPosts(await bySlug(slug, id), reading)[0] ?? null,
    draft: async (by) =>
      readDraft(await ('slug' in by ? bySlug(by.slug) : whole({ 'sys.id': by.id, limit: 1 }))),
    readDraft,
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
