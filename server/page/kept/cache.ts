import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sent } from '../../http/ready-answer.ts';
import { compressWell } from './encoding.ts';
import { KeptPage, type RenderedPage } from './kept-page.ts';

/** What was answered from memory, and the pattern of the route. */
export interface Hit extends Sent {
  route: string;
}

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
  readonly #pages = new Map<string, KeptPage>();
  readonly #limitBytes: number;
  readonly #sizeChanged: (bytes: number) => void;
  #bytes = 0;
  #reads = 0;
  #compressing = false;

  constructor({
    limitBytes = LIMIT_BYTES,
    sizeChanged = () => {},
  }: { limitBytes?: number; sizeChanged?: (bytes: number) => void } = {}) {
    this.#limitBytes = limitBytes;
    this.#sizeChanged = sizeChanged;
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
    const kept = this.read(key);
    if (!kept) return null;
    const sent = kept.answer(request, response);
    if (sent) return { ...sent, route: kept.page.route };
    if (!this.#compressing) void this.#compressWanted();
    return null;
  }

  /** The page under a key, as it was rendered; null when it is missing or out of date. */
  read(key: string): KeptPage | null {
    const kept = this.#pages.get(key);
    if (!kept?.isCurrent) return null;
    this.#reads += 1;
    kept.readAt = this.#reads;
    return kept;
  }

  /** Keeps a page. It is compressed when it is read a second time. */
  keep(key: string, page: RenderedPage): void {
    const before = this.#pages.get(key);
    if (before) this.#forget(key, before);
    const kept = new KeptPage(page);
    kept.readAt = this.#reads;
    this.#pages.set(key, kept);
    this.#grow(kept.bytes);
  }

  /**
   * Compresses one page at a time, the most recently read first, so that many new pages do not
   * crowd out requests.
   */
  async #compressWanted(): Promise<void> {
    this.#compressing = true;
    for (;;) {
      const wanted = this.#byLastRead().findLast(([, kept]) => kept.wanted.size > 0);
      if (!wanted) break;
      const [key, kept] = wanted;
      for (const encoding of kept.wanted) {
        const body = await compressWell(kept.page.html, encoding);
        kept.put(encoding, body);
        if (this.#pages.get(key) === kept) this.#grow(body.length);
      }
    }
    this.#compressing = false;
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limitBytes)
      for (const [key, kept] of this.#byLastRead()) {
        this.#forget(key, kept);
        if (this.#bytes <= this.#limitBytes) break;
      }
    this.#sizeChanged(this.#bytes);
  }

  #forget(key: string, kept: KeptPage): void {
    this.#pages.delete(key);
    this.#bytes -= kept.bytes;
  }

  /** Least recently read first. */
  #byLastRead(): [string, KeptPage][] {
    return [...this.#pages].sort(([, one], [, other]) => one.readAt - other.readAt);
  }
}

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}
