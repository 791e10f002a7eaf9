import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gunzipSync, gzip, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { HeaderList } from '../http/headers.ts';
import {
  type Compressed,
  type Encoding,
  isNotModified,
  negotiateEncoding,
} from '../http/negotiation.ts';
import type { LiveVersion } from '../ops/live-version.ts';

/** A page as it was rendered, for everyone who asks for it. */
export interface RenderedPage {
  status: number;
  html: Buffer;
  /** Every header of the page except those of its encoding. */
  headers: HeaderList;
  /** The ETag, which is among the headers too; null for a page that is never revalidated. */
  etag: string | null;
  /** Route pattern, for the log and the metrics. */
  route: string;
  /** Version of the content that was rendered. */
  version: string;
  /** Returns the version of the content that a render would use now; null when there is none. */
  currentVersion: () => string | null;
  /**
   * True when the page is rendered before the first request and never evicted: it needs no data.
   */
  isPrerendered: boolean;
}

/**
 * Holds about 750 posts in both compressed forms; with more, the least recently read are evicted.
 */
const MAX_BYTES = 12 * 1024 * 1024;

/** The entity tag stands for the other headers (RFC 9110, section 15.4.5). */
const HEADERS_OF_304 = new Set(['Cache-Control', 'Vary', 'ETag']);

/**
 * A body in one encoding, with all its headers as `writeHead` takes them: name, value, name, value.
 */
interface EncodedPage {
  headers: string[];
  body: Buffer;
}

/**
 * A page and its encodings. A further encoding makes a new value of this kind. A prerendered page has
 * its HTML; any other is held by gzip alone at first, which is a fifth as long.
 */
interface CachedPage {
  page: Omit<RenderedPage, 'html'>;
  headersOf304: string[];
  encoded: Partial<Record<Encoding, EncodedPage>>;
  /** The sum of the live versions that the page is known to show; null before the first look. */
  shown: number | null;
}

const GZIP_OPTIONS = { level: 9 };
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The best compression of each kind, off the event loop. */
const COMPRESS = {
  br: (html: Buffer): Promise<Buffer> => compressBrotli(html),
  gzip: (html: Buffer): Promise<Buffer> => compressGzip(html, GZIP_OPTIONS),
};

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Finished pages by canonical address. The key is the path alone: no query, cookie or header is
 * part of it. A page is served only while its content version is current, so nothing needs purging.
 */
export function createPageCache(deps: {
  maxBytes?: number;
  /** The content that pages show: each page is looked at once after a change of one. */
  versions: readonly Readonly<LiveVersion>[];
  onSizeChange: (bytes: number) => void;
  /** Called when a compression fails: the page is served without it, and it is tried again. */
  onError: (error: unknown) => void;
}) {
  const { maxBytes = MAX_BYTES, versions, onSizeChange, onError } = deps;
  /** There are a few for each route. */
  const prerendered = new Map<string, CachedPage>();
  const evictable = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: byteLength,
  });
  /** Compresses one page at a time, so that many new pages do not crowd out requests. */
  const queue = new PQueue({ concurrency: 1 });
  /** Compressions in that queue, by encoding and key. */
  const queued = new Set<string>();
  /** Compressions that have begun. */
  const inFlight = new Map<string, Promise<void>>();
  let useCount = 0;

  /** The page under a key; null when it is missing or out of date. */
  function find(key: string): CachedPage | null {
    const cached = prerendered.get(key) ?? evictable.get(key);
    if (!cached) return null;
    const now = Date.now();
    let live = 0;
    let isDue = false;
    for (const { number, changesAt } of versions) {
      live += number;
      isDue ||= now >= changesAt;
    }
    if (cached.shown === live && !isDue) return cached;
    if (cached.page.currentVersion() !== cached.page.version) return null;
    cached.shown = live;
    return cached;
  }

  function store(key: string, cached: CachedPage): void {
    if (cached.page.isPrerendered) prerendered.set(key, cached);
    else evictable.set(key, cached);
    const sizes = [...prerendered.values()].map(byteLength);
    onSizeChange(sizes.reduce((sum, size) => sum + size, evictable.calculatedSize));
  }

  /** Compresses once for simultaneous requests. Resolves when that is done, or failed. */
  async function compress(key: string, encoding: Encoding): Promise<void> {
    const cached = find(key);
    if (!cached || encoding === 'identity' || cached.encoded[encoding]) return;
    const task = `${encoding} ${key} ${cached.page.version}`;
    const begun = inFlight.get(task);
    if (begun) return begun;
    const work = compressPage(key, cached, encoding)
      .catch(onError)
      .finally(() => inFlight.delete(task));
    inFlight.set(task, work);
    await work;
  }

  async function compressPage(key: string, given: CachedPage, encoding: Compressed) {
    const { page } = given;
    const body = exactCopy(await COMPRESS[encoding](htmlOf(given)));
    const cached = find(key);
    if (cached?.page !== page) return; // replaced meanwhile
    const encoded = { ...cached.encoded, [encoding]: encodedPage(page, encoding, body) };
    store(key, { ...cached, encoded });
  }

  /** Queues a compression. Recently read pages come first. */
  function scheduleCompression(key: string, encoding: Encoding): void {
    const task = `${encoding} ${key}`;
    if (queued.has(task)) return;
    queued.add(task);
    useCount += 1;
    const work = () => compress(key, encoding).finally(() => queued.delete(task));
    void queue.add(work, { priority: useCount });
  }

  return {
    get(key: string): RenderedPage | null {
      const cached = find(key);
      return cached && { ...cached.page, html: htmlOf(cached) };
    },
    compress,

    /**
     * Responds from memory.
     * @returns the page; null, and nothing is sent, when it is not cached, or not yet in the
     * encoding that the client wants
     */
    serve(
      request: IncomingMessage,
      response: ServerResponse,
      key = pathOf(request.url as string),
    ): Pick<RenderedPage, 'route'> | null {
      const cached = find(key);
      if (!cached) return null;
      const { page, headersOf304, encoded } = cached;
      if (isNotModified(request.headers, page.etag)) {
        response.writeHead(304, headersOf304).end();
        return page;
      }
      const encoding = negotiateEncoding(request.headers);
      const serve =
        encoded[encoding] ??
        (encoding === 'identity' ? encodedPage(page, encoding, htmlOf(cached)) : undefined);
      if (!serve) {
        scheduleCompression(key, encoding);
        return null;
      }
      response.writeHead(page.status, serve.headers);
      response.end(request.method === 'HEAD' ? undefined : serve.body);
      return page;
    },

    /** Caches a page. It gets its best compression when it is read a second time, if not before. */
    set(key: string, { html, ...page }: RenderedPage): void {
      store(key, {
        page,
        headersOf304: page.headers.filter(([name]) => HEADERS_OF_304.has(name)).flat(),
        encoded: page.isPrerendered
          ? { identity: encodedPage(page, 'identity', exactCopy(html)) }
          : { gzip: encodedPage(page, 'gzip', exactCopy(gzipSync(html, GZIP_OPTIONS))) },
        shown: null,
      });
    },
  };
}

/** Returns the HTML of a page, from its form by gzip if it has no other. */
function htmlOf({ encoded: { identity, gzip } }: CachedPage): Buffer {
  return identity?.body ?? gunzipSync(gzip?.body as Buffer);
}

function encodedPage(
  page: Pick<RenderedPage, 'headers'>,
  encoding: Encoding,
  body: Buffer,
): EncodedPage {
  const headers = page.headers.flat();
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
  headers.push('Content-Length', String(body.length));
  return { headers, body };
}

/** Returns the same bytes in memory of their own: many buffers are a part of one of 64 kB. */
const exactCopy = (bytes: Buffer): Buffer =>
  bytes.length === bytes.buffer.byteLength ? bytes : Buffer.from(new Uint8Array(bytes).buffer);

const byteLength = ({ encoded }: CachedPage): number =>
  Object.values(encoded).reduce((sum, { body }) => sum + body.length, 0);

function pathOf(url: string): string {
  const queryStart = url.indexOf('?');
  return queryStart < 0 ? url : url.slice(0, queryStart);
}
