import type { IncomingMessage, ServerResponse } from 'node:http';
import PQueue from 'p-queue';
import type { HeaderList } from '../http/headers.ts';
import { type Hit, ReadyAnswer, type Sent } from '../http/ready-answer.ts';
import { onFirstUse } from '../ops/timers.ts';
import {
  bestEncoding,
  type Compressed,
  compressWell,
  type Encoding,
  matchesEtag,
} from './negotiation.ts';

/** A page as it was rendered, for everyone who asks for it. */
export interface RenderedPage {
  status: number;
  html: Buffer;
  /** Every header of the page except those of its encoding. */
  headers: HeaderList;
  /** Its entity tag, among the headers too; null for a page that is never revalidated. */
  etag: string | null;
  /** Route pattern, for the log and the metrics. */
  route: string;
  /** Version of the content that was rendered. */
  version: string;
  /** Of what would be rendered now. Asking also refreshes stale content in the background. */
  current: () => string | null;
  /** A page that needs no data is made before anybody asks for it, and never dropped. */
  isPrepared?: boolean;
}

/** Holds all pages of such a site; with very many posts, the least recently read go. */
const LIMIT_BYTES = 32 * 1024 * 1024;

/** The entity tag stands for the others (RFC 9110, section 15.4.5). */
const KEPT_BY_304 = new Set(['Cache-Control', 'Vary', 'ETag']);

/**
 * A page and the answers made from it.
 * @param grown is told of the bytes of a further encoding
 */
function createCachedPage(page: RenderedPage, readAt: number, grown: (bytes: number) => void) {
  const answers = new Map<Encoding, ReadyAnswer>();
  const kept = page.headers.filter(([name]) => KEPT_BY_304.has(name));
  const notModified = new ReadyAnswer(304, kept.flat());
  const cached = {
    page,
    /** In the cache's own count. */
    readAt,
    bytes: 0,
    br: onFirstUse(() => compressed('br')),
    gzip: onFirstUse(() => compressed('gzip')),

    /** @returns null when the page is not yet in the encoding that the client wants */
    answer(request: IncomingMessage, response: ServerResponse): Sent | null {
      const { headers } = request;
      if (page.etag !== null && matchesEtag(headers['if-none-match'], page.etag))
        return notModified.send(request, response);
      const encoding = bestEncoding(headers['accept-encoding']);
      return answers.get(encoding)?.send(request, response) ?? null;
    },
  };
  put('identity', page.html);
  return cached;

  async function compressed(encoding: Compressed): Promise<void> {
    const body = await compressWell(page.html, encoding);
    put(encoding, body);
    grown(body.length);
  }

  function put(encoding: Encoding, body: Buffer): void {
    const headers = page.headers.flat();
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    headers.push('Content-Length', String(body.length));
    answers.set(encoding, new ReadyAnswer(page.status, headers, body));
    cached.bytes += body.length;
  }
}

type CachedPage = ReturnType<typeof createCachedPage>;
export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Finished pages by canonical address. The key is the path alone: no query, cookie or header is
 * part of it. A page is served only while its content version is current, so nothing needs purging.
 */
export function createPageCache(parts: {
  limitBytes?: number;
  sizeChanged: (bytes: number) => void;
  /** Is told of a compression that failed: the page goes out without it, and it is tried again. */
  onError: (error: unknown) => void;
}) {
  const { limitBytes = LIMIT_BYTES, sizeChanged, onError } = parts;
  const pages = new Map<string, CachedPage>();
  let bytes = 0;
  let reads = 0;
  /** One page at a time: many new pages do not crowd out requests. */
  const compressions = new PQueue({ concurrency: 1 });
  /** Pages and encodings that wait there. */
  const wanted = new Set<string>();

  /** The page under a key, as it was rendered; null when it is missing or out of date. */
  function read(key: string): CachedPage | null {
    const cached = pages.get(key);
    if (!cached || cached.page.current() !== cached.page.version) return null;
    reads += 1;
    cached.readAt = reads;
    return cached;
  }

  /** Once for all who want it at the same time. Resolves when that is done, or has failed. */
  async function compress(key: string, encoding: Encoding): Promise<void> {
    if (encoding !== 'identity') await pages.get(key)?.[encoding]().catch(onError);
  }

  /** The most recently read first. */
  function compressLater(key: string, encoding: Encoding): void {
    const task = `${encoding} ${key}`;
    if (wanted.has(task)) return;
    wanted.add(task);
    const work = async () => {
      await compress(key, encoding);
      wanted.delete(task);
    };
    void compressions.add(work, { priority: reads });
  }

  function grow(by: number): void {
    bytes += by;
    if (bytes > limitBytes)
      for (const [key, cached] of byLastRead()) {
        if (cached.page.isPrepared) continue;
        forget(key, cached);
        if (bytes <= limitBytes) break;
      }
    sizeChanged(bytes);
  }

  function forget(key: string, cached: CachedPage): void {
    pages.delete(key);
    bytes -= cached.bytes;
  }

  /** Least recently read first. */
  const byLastRead = () => [...pages].sort(([, one], [, other]) => one.readAt - other.readAt);

  return {
    read,
    compress,

    /** @returns null when there is no such page, or not yet in the client's encoding */
    answer(
      request: IncomingMessage,
      response: ServerResponse,
      key = pathOf(request.url as string),
    ): Hit | null {
      const cached = read(key);
      if (!cached) return null;
      const sent = cached.answer(request, response);
      if (sent) return { ...sent, route: cached.page.route };
      compressLater(key, bestEncoding(request.headers['accept-encoding']));
      return null;
    },

    /** Keeps a page. It is compressed when it is read a second time, if not before. */
    put(key: string, page: RenderedPage): void {
      const before = pages.get(key);
      if (before) forget(key, before);
      const cached = createCachedPage(page, reads, (by) => {
        if (pages.get(key) === cached) grow(by);
      });
      pages.set(key, cached);
      grow(cached.bytes);
    },
  };
}

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}
