import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { embeddedEntries } from '../../server/blog/source/posts/entries.ts';
import { type AssetItem, blogPost, type EntryItem } from '../../server/blog/source/posts/format.ts';
import { doc, p } from '../../server/blog/source/posts/rich-text.ts';

export const TOKEN = 'delivery-token-canary-8261';
export const PREVIEW_TOKEN = 'preview-token-canary-7304';
const SPACE = 'standin';
const ENVIRONMENT = 'master';
const ENTRIES_PATH = `/spaces/${SPACE}/environments/${ENVIRONMENT}/entries`;

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
export class ContentfulStandIn {
  /** What is published; in no order. */
  entries: EntryItem[] = structuredClone(embeddedEntries.items);
  assets: AssetItem[] = structuredClone(embeddedEntries.includes.Asset);
  /**
   * Drafts, which only the preview token sees: they take the place of what is published under the
   * same id.
   */
  drafts: EntryItem[] = [];
  behaviour: Behaviour = 'proper';
  /** Before a proper answer, in milliseconds. */
  delayMs = 0;
  readonly calls: Call[] = [];
  /** Most calls that were under way at once. */
  busiest = 0;
  #underWay = 0;
  readonly #server = createServer((request, response) => this.#take(request, response));
  #port = 0;

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** What `createContentfulSource` takes. */
  get settings() {
    return { space: SPACE, environment: ENVIRONMENT, accessToken: TOKEN, origin: this.origin };
  }

  /** What the site's environment needs to read its posts from here. */
  get environment(): Record<string, string> {
    return {
      CONTENTFUL_SPACE_ID: SPACE,
      CONTENTFUL_ACCESS_TOKEN: TOKEN,
      CONTENTFUL_HOST: this.origin,
    };
  }

  get listCalls(): Call[] {
    return this.calls.filter(({ query }) => !('fields.slug' in query));
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

  /** From now on connections are refused. */
  async goDown(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  unpublish(slug: string): void {
    this.entries = this.entries.filter((entry) => entry.fields.slug !== slug);
  }

  entry(slug: string): EntryItem {
    return this.entries.find((entry) => entry.fields.slug === slug) as EntryItem;
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '', this.origin);
    this.calls.push({ path: pathname, query: Object.fromEntries(searchParams) });
    this.#underWay += 1;
    this.busiest = Math.max(this.busiest, this.#underWay);
    response.once('close', () => {
      this.#underWay -= 1;
    });
    const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token !== TOKEN && token !== PREVIEW_TOKEN) {
      sendJson(response, 401, apiError('AccessTokenInvalid'));
      return;
    }
    if (pathname !== ENTRIES_PATH) {
      sendJson(response, 404, apiError('NotFound'));
      return;
    }
    const body = JSON.stringify(this.#search(searchParams, token === PREVIEW_TOKEN));
    setTimeout(() => ANSWERS[this.behaviour](response, body), this.delayMs);
  }

  #search(query: URLSearchParams, drafts: boolean) {
    const drafted = new Set(this.drafts.map((entry) => entry.sys.id));
    const all = drafts
      ? [...this.entries.filter((entry) => !drafted.has(entry.sys.id)), ...this.drafts]
      : this.entries;
    const slug = query.get('fields.slug');
    const found = all
      .filter(
        (entry) =>
          entry.sys.contentType.sys.id ===
          (query.get('content_type') ?? entry.sys.contentType.sys.id),
      )
      .filter((entry) => slug === null || entry.fields.slug === slug);
    if (query.get('order') === '-fields.publishedDate')
      found.sort((a, b) => b.fields.publishedDate.localeCompare(a.fields.publishedDate));
    const skip = Number(query.get('skip') ?? 0);
    const limit = Number(query.get('limit') ?? 100);
    const items = found.slice(skip, skip + limit);
    const linked = (kind: string) =>
      new Set(
        [...JSON.stringify(items).matchAll(LINK)]
          .filter((link) => link[1] === kind)
          .map((link) => link[2]),
      );
    const [entryIds, assetIds] = [linked('Entry'), linked('Asset')];
    const Entry =
      entryIds.size === 0
        ? []
        : all.filter((entry) => entryIds.has(entry.sys.id) && !items.includes(entry));
    const Asset = this.assets.filter((asset) => assetIds.has(asset.sys.id));
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

const LINK = /"type":"Link","linkType":"(Entry|Asset)","id":"([^"]+)"/g;

function sendJson(response: ServerResponse, status: number, body: object | string): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response
    .writeHead(status, { 'Content-Type': 'application/vnd.contentful.delivery.v1+json' })
    .end(text);
}

const apiError = (id: string) => ({
  sys: { type: 'Error', id },
  message: id,
  requestId: 'stand-in',
});

/** How a call is answered: properly, or as by a service that fails in one of its ways. */
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
  (behaviour) => behaviour !== 'proper',
);

/** Starts a stand-in for one test. */
export async function startContentfulStandIn(): Promise<ContentfulStandIn> {
  const standIn = new ContentfulStandIn();
  await standIn.goUp();
  onTestFinished(() => standIn.goDown());
  return standIn;
}

/** Posts `post-1`, the newest, to `post-N`. */
export function somePosts(count: number): EntryItem[] {
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
