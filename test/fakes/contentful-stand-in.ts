import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  type AssetItem,
  blogPost,
  type EntryItem,
  sampleAssets,
  sampleEntries,
} from './entries.ts';
import { doc, p } from './rich-text.ts';

export const TOKEN = 'delivery-token-canary-8261';
export const PREVIEW_TOKEN = 'preview-token-canary-7304';
const SPACE = 'standin';
const ENVIRONMENT = 'master';
const ROOT = `/spaces/${SPACE}/environments/${ENVIRONMENT}`;
const ENTRIES_PATH = `${ROOT}/entries`;
const CONTENT_TYPES: { sys: { id: string } }[] = JSON.parse(
  readFileSync('content/content.json', 'utf8'),
).contentTypes;

/** A proper answer with a list. */
interface ListBody {
  total: number;
  items: EntryItem[];
}

/** An answer in place of the proper one. */
interface Override {
  status?: number;
  headers?: Record<string, string>;
  body?: object | string;
}

/** A call as it arrived: its path and its query. */
interface Call {
  path: string;
  query: Record<string, string>;
}

/**
 * Contentful's delivery and preview API over HTTP, as far as the site uses it: entries by content
 * type, order, slug, limit and skip, with what they link to.
 * https://www.contentful.com/developers/docs/references/content-delivery-api/
 */
export class FakeContentful {
  /** Published entries, in any order. */
  entries: EntryItem[] = structuredClone(sampleEntries);
  assets: AssetItem[] = structuredClone(sampleAssets);
  /**
   * Drafts, which only the preview token sees: they replace what is published under the same id.
   */
  drafts: EntryItem[] = [];
  /** The content types of the space. */
  contentTypes = ['blogPost'];
  /** Names of tags by id. */
  tags: Record<string, string> = {};
  behaviour: Behaviour = 'proper';
  /** Changes the answers to some calls; null leaves a call to the behaviour. */
  override: (call: Call, body: ListBody) => Override | null = () => null;
  /** Delay of a proper answer, in milliseconds. */
  delayMs = 0;
  /** Calls that it takes in any second; the rest get a 429 and when to come back. */
  limitPerSecond = Number.POSITIVE_INFINITY;
  readonly #takenAt: number[] = [];
  /** Calls that arrive now are answered after this. */
  held: Promise<void> = Promise.resolve();
  /** The same of calls for posts alone, while it lists them. */
  #heldPosts: Promise<void> = Promise.resolve();
  #heldLists = { skip: 0, until: Promise.resolve() };
  /** Calls so far, without those for types that the space does not have. */
  readonly calls: Call[] = [];
  /** Calls for types that the space does not have. */
  readonly absentTypeCalls: Call[] = [];
  readonly #server = createServer((request, response) => this.#take(request, response));
  #port = 0;

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Settings for `createContentfulSource`. */
  get settings() {
    return { space: SPACE, environment: ENVIRONMENT, accessToken: TOKEN, origin: this.origin };
  }

  /** Variables with which a site reads its posts from here. */
  get environment(): Record<string, string> {
    return {
      CONTENTFUL_SPACE_ID: SPACE,
      CONTENTFUL_ACCESS_TOKEN: TOKEN,
      CONTENTFUL_HOST: this.origin,
    };
  }

  get catalogueCalls(): Call[] {
    return this.calls.filter(({ query }) => 'select' in query);
  }

  get listCalls(): Call[] {
    return this.calls.filter(
      ({ path, query }) =>
        path === ENTRIES_PATH &&
        !('fields.slug' in query) &&
        !('select' in query) &&
        !isOfOtherType(query.content_type),
    );
  }

  get nameCalls(): Call[] {
    return this.calls.filter(({ path }) => path !== ENTRIES_PATH);
  }

  get postCalls(): Call[] {
    return this.calls.filter(({ query }) => 'fields.slug' in query);
  }

  /** Listens; on the same port again after `goDown`. */
  async goUp(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Stops listening, so that connections are refused. */
  async goDown(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Holds every proper answer back. @returns a function that lets them go */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.held = promise;
    return resolve;
  }

  /** Holds back the answers with posts. @returns a function that lets them go */
  holdPosts(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#heldPosts = promise;
    return resolve;
  }

  /** Holds back the list calls from a position on. @returns a function that lets them go */
  holdLists(skip: number): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#heldLists = { skip, until: promise };
    return resolve;
  }

  /** Changes a published entry, as an editor does: under a new revision. */
  edit(slug: string, fields: Partial<EntryItem['fields']>): EntryItem {
    const entry = this.entry(slug);
    Object.assign(entry.fields, fields);
    entry.sys.revision = (entry.sys.revision ?? 1) + 1;
    return entry;
  }

  unpublish(slug: string): void {
    this.entries = this.entries.filter((entry) => entry.fields.slug !== slug);
  }

  entry(slug: string): EntryItem {
    return this.entries.find((entry) => entry.fields.slug === slug) as EntryItem;
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '', this.origin);
    const type = searchParams.get('content_type');
    const isAbsentType = isOfOtherType(type) && !this.contentTypes.includes(type as string);
    const calls = isAbsentType ? this.absentTypeCalls : this.calls;
    const call = { path: pathname, query: Object.fromEntries(searchParams) };
    calls.push(call);
    const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token !== TOKEN && token !== PREVIEW_TOKEN) {
      sendJson(response, 401, apiError('AccessTokenInvalid'));
      return;
    }
    const found = this.#find(pathname, searchParams, token === PREVIEW_TOKEN);
    if (!found) {
      sendJson(response, 404, apiError('NotFound'));
      return;
    }
    const other = this.override(call, found as ListBody);
    if (other) {
      const { status = 200, headers = {}, body = {} } = other;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      sendJson(response, status, body);
      return;
    }
    if (isAbsentType) {
      sendJson(response, 400, unknownType(type as string));
      return;
    }
    const body = JSON.stringify(found);
    const isOfPosts = !searchParams.has('select') && !isOfOtherType(type);
    const isHeldList =
      isOfPosts &&
      !searchParams.has('fields.slug') &&
      Number(searchParams.get('skip')) >= this.#heldLists.skip;
    const held = Promise.all([
      this.held,
      isOfPosts && this.#heldPosts,
      isHeldList && this.#heldLists.until,
    ]);
    const limited = this.#isOverLimit();
    const answer = () => ANSWERS[limited ? 'over-limit' : this.behaviour](response, body);
    setTimeout(() => held.then(answer), this.delayMs);
  }

  #find(path: string, query: URLSearchParams, drafts: boolean): object | null {
    const sys = { type: 'Array' };
    if (path === ENTRIES_PATH) return this.#search(query, drafts);
    if (path === `${ROOT}/assets`) {
      const items = this.assets.filter((asset) => asset.sys.id === query.get('sys.id'));
      return { sys, total: items.length, items };
    }
    const model = CONTENT_TYPES.find((type) => path === `${ROOT}/content_types/${type.sys.id}`);
    if (model) return model;
    if (path !== `${ROOT}/tags`) return null;
    const tags = Object.entries(this.tags);
    return { sys, total: tags.length, items: tags.map(([id, name]) => ({ sys: { id }, name })) };
  }

  #isOverLimit(): boolean {
    const now = performance.now();
    while ((this.#takenAt[0] ?? now) <= now - 1000) this.#takenAt.shift();
    if (this.#takenAt.length >= this.limitPerSecond) return true;
    this.#takenAt.push(now);
    return false;
  }

  #search(query: URLSearchParams, drafts: boolean) {
    const published = this.entries;
    const drafted = new Set(this.drafts.map((entry) => entry.sys.id));
    const all = drafts
      ? [...published.filter((entry) => !drafted.has(entry.sys.id)), ...this.drafts]
      : published;
    const slug = query.get('fields.slug');
    const id = query.get('sys.id');
    const types = [query.get('content_type'), query.get('sys.contentType.sys.id[in]')].flatMap(
      (named) => named?.split(',') ?? [],
    );
    const found = all
      .filter((entry) => types.length === 0 || types.includes(entry.sys.contentType.sys.id))
      .filter((entry) => slug === null || entry.fields.slug === slug)
      .filter((entry) => id === null || entry.sys.id === id);
    const [order, tieBreak] = query.get('order')?.split(',') ?? [];
    // Without a tie-break equal dates come in another order each time, as the service may do.
    if (order === 'sys.id' || tieBreak === 'sys.id')
      found.sort((a, b) => (a.sys.id < b.sys.id ? -1 : 1));
    else found.sort(() => Math.random() - 0.5);
    if (order === '-fields.publishedDate') found.sort(byDate);
    const skip = Number(query.get('skip') ?? 0);
    const limit = Number(query.get('limit') ?? 100);
    const items = found.slice(skip, skip + limit);
    const select = query.get('select')?.split(',');
    if (select)
      return {
        sys: { type: 'Array' },
        total: found.length,
        skip,
        limit,
        items: items.map((entry) => selected(entry, select)),
      };
    const resources = [...all, ...this.assets];
    const included = new Set<EntryItem | AssetItem>();
    let level: (EntryItem | AssetItem)[] = items;
    for (let depth = Number(query.get('include') ?? 1); depth > 0 && level.length > 0; depth -= 1) {
      const ids = new Set([...JSON.stringify(level).matchAll(LINK)].map(([, id]) => id));
      level = ids.size === 0 ? [] : resources.filter((each) => ids.has(each.sys.id));
      for (const each of level) if (!items.includes(each as EntryItem)) included.add(each);
    }
    const Entry = [...included].filter(({ sys }) => sys.type === 'Entry');
    const Asset = [...included].filter(({ sys }) => sys.type === 'Asset');
    return {
      sys: { type: 'Array' },
      total: found.length,
      skip,
      limit,
      items,
      includes: { Entry, Asset },
    };
  }
}

/** Tells whether a call is for another type than the posts'. */
const isOfOtherType = (type: string | null | undefined): boolean =>
  ['page', 'question', 'testimonial'].includes(type ?? '');

/** Newest first. */
function byDate(a: EntryItem, b: EntryItem): number {
  const [left, right] = [a.fields.publishedDate, b.fields.publishedDate];
  if (left === right) return 0;
  return left < right ? 1 : -1;
}

/** The parts of an entry that a `select` names, such as `fields.slug`. */
function selected(entry: EntryItem, select: string[]) {
  const { metadata = {} } = entry as { metadata?: object };
  const parts = { ...entry, metadata };
  const part = (of: keyof typeof parts) =>
    Object.fromEntries(
      Object.entries(parts[of]).filter(([name]) => select.includes(`${of}.${name}`)),
    );
  return { sys: part('sys'), metadata: part('metadata'), fields: part('fields') };
}

const LINK = /"type":"Link","linkType":"(?:Entry|Asset)","id":"([^"]+)"/g;

function sendJson(response: ServerResponse, status: number, body: object | string): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response
    .writeHead(status, { 'Content-Type': 'application/vnd.contentful.delivery.v1+json' })
    .end(text);
}

const apiError = (id: string, details?: object) => ({
  sys: { type: 'Error', id },
  message: id,
  details,
  requestId: 'stand-in',
});

/** The service's own words for a content type that the space does not have. */
export const unknownType = (type: string) =>
  apiError('InvalidQuery', { errors: [{ name: 'unknownContentType', value: type }] });

/** Responses by behaviour: the proper one, and each way in which the service may fail. */
const ANSWERS = {
  proper: (response: ServerResponse, body: string) => sendJson(response, 200, body),
  hang: () => {},
  drip: (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 200);
    response.once('close', () => clearInterval(drip));
  },
  reset: (response: ServerResponse) => void response.socket?.resetAndDestroy(),
  unauthorised: (response: ServerResponse) =>
    sendJson(response, 401, apiError('AccessTokenInvalid')),
  'rate-limited': (response: ServerResponse) =>
    sendJson(response, 429, apiError('RateLimitExceeded')),
  'over-limit': (response: ServerResponse) => {
    response.setHeader('X-Contentful-RateLimit-Reset', '1');
    sendJson(response, 429, apiError('RateLimitExceeded'));
  },
  'asks-for-a-pause': (response: ServerResponse) => {
    response.setHeader('Retry-After', '7');
    sendJson(response, 429, apiError('RateLimitExceeded'));
  },
  'unknown-field': (response: ServerResponse) =>
    sendJson(
      response,
      400,
      apiError('InvalidQuery', { errors: [{ name: 'unknown', path: ['fields', 'slug'] }] }),
    ),
  'unknown-space': (response: ServerResponse) =>
    sendJson(response, 404, apiError('NotFound', { type: 'Space', id: SPACE })),
  broken: (response: ServerResponse) => sendJson(response, 500, apiError('ServerError')),
  html: (response: ServerResponse) => {
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end('<!doctype html><title>Log in</title>');
  },
  'empty-object': (response: ServerResponse) => sendJson(response, 200, {}),
  truncated: (response: ServerResponse, body: string) =>
    sendJson(response, 200, body.slice(0, body.length / 2)),
  'cut-off': (response: ServerResponse, body: string) => {
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
  },
  redirect: (response: ServerResponse) => {
    response.writeHead(302, { Location: `${ENTRIES_PATH}?elsewhere` }).end();
  },
};

type Behaviour = keyof typeof ANSWERS;

/** Every behaviour that counts as an outage. */
export const FAILURES = (Object.keys(ANSWERS) as Behaviour[]).filter(
  (failureMode) => failureMode !== 'proper' && failureMode !== 'over-limit',
);

/** Starts a stand-in for one test. */
export async function startContentfulStandIn(): Promise<FakeContentful> {
  const standIn = new FakeContentful();
  await standIn.goUp();
  onTestFinished(() => standIn.goDown());
  return standIn;
}

/** A stand-in whose space has every content type, and these entries beside the sample posts. */
export async function startFullStandIn(...entries: EntryItem[]): Promise<FakeContentful> {
  const standIn = await startContentfulStandIn();
  standIn.contentTypes.push('page', 'question', 'testimonial');
  standIn.entries.push(...entries);
  return standIn;
}

/** Posts `post-1`, the newest, to `post-N`. */
export function makePosts(count: number): EntryItem[] {
  return Array.from({ length: count }, (_, index) =>
    blogPost(`id-${index + 1}`, {
      title: `Post ${index + 1}`,
      slug: `post-${index + 1}`,
      excerpt: `About ${index + 1}`,
      publishedDate: new Date(Date.UTC(2025, 0, 1) - index * 86_400_000).toISOString(),
      author: 'An Editor',
      content: doc(p(`Text ${index + 1}`)),
    }),
  );
}
