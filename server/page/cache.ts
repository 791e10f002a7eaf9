import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sent } from '../http/ready-answer.ts';
import { compressWell } from './encoding.ts';
import { KeptPage, type RenderedPage } from './kept-page.ts';

/** What a request was answered with from memory, and the pattern of its route. */
export interface Hit extends Sent {
  route: string;
}

/**
 * All pages of a site of this kind fit in many times over; a crowd of posts pushes the longest
 * unread ones out.
 */
const LIMIT_BYTES = 32 * 1024 * 1024;

/**
 * Finished pages by canonical address. The key is the path alone: query, cookies and headers never
 * reach it. A page is used only while its content version is the current one, so nothing is ever
 * purged.
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
   * @returns null when there are none, or none yet in the encoding that the client wants
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

  /** The page of a key, as it was rendered; null when it is not there or out of date. */
  read(key: string): KeptPage | null {
    const kept = this.#pages.get(key);
    if (!kept?.isCurrent) return null;
    this.#reads += 1;
    kept.readAt = this.#reads;
    return kept;
  }

  /** Keeps a page. It is compressed when somebody reads it a second time. */
  keep(key: string, page: RenderedPage): void {
    const before = this.#pages.get(key);
    if (before) this.#forget(key, before);
    const kept = new KeptPage(page);
    kept.readAt = this.#reads;
    this.#pages.set(key, kept);
    this.#grow(kept.bytes);
  }

  /** One at a time, so that a crowd of new pages leaves room; what was read last comes first. */
  async #compressWanted(): Promise<void> {
    this.#compressing = true;
    for (;;) {
      const wanted = this.#byLastRead().filter(([, { wanted }]) => wanted.size > 0);
      const [key, kept] = wanted.at(-1) ?? [];
      if (key === undefined || kept === undefined) break;
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

  /** The longest unread first. */
  #byLastRead(): [string, KeptPage][] {
    return [...this.#pages].sort(([, one], [, other]) => one.readAt - other.readAt);
  }
}

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}
