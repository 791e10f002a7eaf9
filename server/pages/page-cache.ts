import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hit } from '../http/ready-answer.ts';
import { CachedPage } from './cached-page.ts';
import { type Compressed, compressWell, type Encoding } from './encoding.ts';
import type { RenderedPage } from './page.ts';

/**
 * All pages of such a site fit in many times over; with very many posts, the least recently read
 * go.
 */
const LIMIT_BYTES = 32 * 1024 * 1024;

/**
 * Finished pages by canonical address. The key is the path alone: no query, cookie or header is
 * part of it. A page is served only while its content version is current, so nothing needs purging.
 */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>();
  readonly #limitBytes: number;
  readonly #sizeChanged: (bytes: number) => void;
  readonly #onError: (error: unknown) => void;
  #bytes = 0;
  #reads = 0;
  #compressing = false;

  constructor({
    limitBytes = LIMIT_BYTES,
    sizeChanged = () => {},
    onError = () => {},
  }: {
    limitBytes?: number;
    sizeChanged?: (bytes: number) => void;
    /** Is told of a compression that failed: the page goes out without it, and it is tried again. */
    onError?: (error: unknown) => void;
  } = {}) {
    this.#limitBytes = limitBytes;
    this.#sizeChanged = sizeChanged;
    this.#onError = onError;
  }

  /**
   * Answers from memory, with bytes that are ready.
   * @returns null when there is no such page, or not yet in the client's encoding
   */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    key = pathOf(request.url as string),
  ): Hit | null {
    const cached = this.read(key);
    if (!cached) return null;
    const sent = cached.answer(request, response);
    if (sent) return { ...sent, route: cached.page.route };
    if (!this.#compressing) void this.#compressWanted();
    return null;
  }

  /** The page under a key, as it was rendered; null when it is missing or out of date. */
  read(key: string): CachedPage | null {
    const cached = this.#pages.get(key);
    if (!cached?.isCurrent) return null;
    this.#reads += 1;
    cached.readAt = this.#reads;
    return cached;
  }

  /** Compresses a page now. Resolves when that is done, or has failed. */
  async compress(key: string, encoding: Encoding): Promise<void> {
    const cached = this.#pages.get(key);
    if (cached && encoding !== 'identity') await this.#compress(key, cached, encoding);
  }

  /** Keeps a page. It is compressed when it is read a second time, if not before. */
  put(key: string, page: RenderedPage): void {
    const before = this.#pages.get(key);
    if (before) this.#forget(key, before);
    const cached = new CachedPage(page);
    cached.readAt = this.#reads;
    this.#pages.set(key, cached);
    this.#grow(cached.bytes);
  }

  /**
   * Compresses one page at a time, the most recently read first, so that many new pages do not
   * crowd out requests.
   */
  async #compressWanted(): Promise<void> {
    this.#compressing = true;
    for (;;) {
      const wanted = this.#byLastRead().findLast(([, cached]) => cached.wanted.size > 0);
      if (!wanted) break;
      const [key, cached] = wanted;
      for (const encoding of cached.wanted) {
        await this.#compress(key, cached, encoding);
        cached.wanted.delete(encoding); // after a failure, too: the next reader has it tried again
      }
    }
    this.#compressing = false;
  }

  /** Once for all who want it at the same time. */
  async #compress(key: string, cached: CachedPage, encoding: Compressed): Promise<void> {
    if (cached.has(encoding)) return;
    const make = async () => {
      try {
        const body = await compressWell(cached.page.html, encoding);
        cached.put(encoding, body);
        if (this.#pages.get(key) === cached) this.#grow(body.length);
      } catch (error) {
        this.#onError(error);
      }
    };
    const made =
      cached.underWay.get(encoding) ?? make().finally(() => cached.underWay.delete(encoding));
    cached.underWay.set(encoding, made);
    await made;
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limitBytes)
      for (const [key, cached] of this.#byLastRead()) {
        if (cached.page.isPrepared) continue;
        this.#forget(key, cached);
        if (this.#bytes <= this.#limitBytes) break;
      }
    this.#sizeChanged(this.#bytes);
  }

  #forget(key: string, cached: CachedPage): void {
    this.#pages.delete(key);
    this.#bytes -= cached.bytes;
  }

  /** Least recently read first. */
  #byLastRead(): [string, CachedPage][] {
    return [...this.#pages].sort(([, one], [, other]) => one.readAt - other.readAt);
  }
}

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}
