import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Metrics } from '../ops/metrics.ts';
import { matchesEtag } from './edition.ts';
import { bestEncoding, type Encoding } from './encoding.ts';

/** Headers as `writeHead` takes them raw: name, value, name, value. */
type HeaderBlock = string[];

interface Entry {
  /** Version of the content that was rendered. */
  version: string;
  /**
   * Version of what would be rendered now; asking also refreshes stale content behind the visitor's
   * back.
   */
  current: () => string | null;
  etag: string;
  route: string;
  bytes: number;
  bodies: Record<Encoding, Buffer>;
  heads: Record<Encoding, HeaderBlock>;
  notModified: HeaderBlock;
}

export interface RenderedPage {
  html: Buffer;
  version: string;
  current: () => string | null;
  etag: string;
  /** Route pattern, for the log and the metrics. */
  route: string;
  /** Every header of the page but those of its encoding. */
  headers: readonly (readonly [string, string])[];
}

/**
 * All pages of a site of this kind fit in many times over; a crowd of posts pushes the longest
 * unread ones out.
 */
const LIMIT_BYTES = 32 * 1024 * 1024;

/** A window that holds a whole page; the usual one, of 4 MiB, would only take memory. */
const WINDOW_BITS = 18;

/**
 * A 304 updates what the browser has kept and repeats nothing of it (RFC 9110, section 15.4.5); the
 * entity tag stands for the rest.
 */
const KEPT_BY_304 = new Set(['Cache-Control', 'Vary']);

/**
 * Finished pages by canonical address: bytes per encoding and header blocks, made once. The key is
 * the path alone: query, cookies and headers never reach it. An entry is used only while its
 * content version is the current one, so nothing is ever purged.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>();
  readonly #filling = new Set<string>();
  readonly #metrics: Metrics;
  #bytes = 0;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  /** Answers a GET or HEAD from memory. @returns the route pattern when it did */
  answer(request: IncomingMessage, response: ServerResponse): string | null {
    const { url = '/', method } = request;
    if (method === 'POST') return null;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const entry = this.#entries.get(path);
    if (!entry || entry.current() !== entry.version) return null;
    if (matchesEtag(request.headers['if-none-match'], entry.etag)) {
      response.writeHead(304, entry.notModified).end();
      return entry.route;
    }
    const encoding = bestEncoding(request.headers['accept-encoding']);
    response.writeHead(200, entry.heads[encoding]);
    response.end(method === 'HEAD' ? undefined : entry.bodies[encoding]);
    return entry.route;
  }

  /** Keeps a page; its best compression is made off the event loop. */
  async keep(path: string, page: RenderedPage): Promise<void> {
    const filling = `${path} ${page.version}`;
    if (this.#filling.has(filling)) return;
    this.#filling.add(filling);
    const brotli = {
      [constants.BROTLI_PARAM_SIZE_HINT]: page.html.length,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    };
    try {
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(page.html, { params: brotli }),
        promisify(gzip)(page.html, { level: 9 }),
      ]);
      this.#put(path, page, { br, gzip: gz, identity: page.html });
    } finally {
      this.#filling.delete(filling);
    }
  }

  #put(path: string, page: RenderedPage, bodies: Record<Encoding, Buffer>): void {
    const common = [...page.headers, ['ETag', page.etag] as const].flat();
    const head = (encoding: Encoding) => [
      ...common,
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      'Content-Length',
      String(bodies[encoding].length),
    ];
    const bytes = bodies.br.length + bodies.gzip.length + bodies.identity.length;
    this.#remove(path);
    this.#entries.set(path, {
      version: page.version,
      current: page.current,
      etag: page.etag,
      route: page.route,
      bytes,
      bodies,
      heads: { br: head('br'), gzip: head('gzip'), identity: head('identity') },
      notModified: page.headers
        .filter(([name]) => KEPT_BY_304.has(name))
        .flat()
        .concat('ETag', page.etag),
    });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= LIMIT_BYTES) break;
      this.#remove(oldest);
    }
    this.#metrics.pageCacheBytes.set(this.#bytes);
  }

  #remove(path: string): void {
    this.#bytes -= this.#entries.get(path)?.bytes ?? 0;
    this.#entries.delete(path);
  }
}
