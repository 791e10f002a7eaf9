import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeaderList } from '../http/headers.ts';
import { ReadyAnswer, type Sent } from '../http/ready-answer.ts';
import { bestEncoding, type Compressed, type Encoding } from './encoding.ts';
import { matchesEtag } from './etag.ts';
import type { RenderedPage } from './page.ts';

/**
 * A 304 repeats none of the headers that the entity tag already stands for (RFC 9110, section
 * 15.4.5).
 */
const KEPT_BY_304 = new Set(['Cache-Control', 'Vary', 'ETag']);

/** Every header of a page except those of its encoding. */
export function headersOf({ headers, etag }: Pick<RenderedPage, 'headers' | 'etag'>): HeaderList {
  return etag === null ? headers : [...headers, ['ETag', etag]];
}

/** A page and the answers made from it. */
export class CachedPage {
  readonly page: RenderedPage;
  /** When it was last read, in the cache's own count. */
  readAt = 0;
  /** Encodings that were asked for and are not made yet. */
  readonly wanted = new Set<Compressed>();
  /** Encodings that are being made. */
  readonly underWay = new Map<Compressed, Promise<void>>();
  /** What it holds. */
  bytes = 0;
  readonly #answers = new Map<Encoding, ReadyAnswer>();
  readonly #notModified: ReadyAnswer;

  constructor(page: RenderedPage) {
    this.page = page;
    const notModified = headersOf(page).filter(([name]) => KEPT_BY_304.has(name));
    this.#notModified = new ReadyAnswer(304, notModified.flat());
    this.put('identity', page.html);
  }

  get isCurrent(): boolean {
    return this.page.current() === this.page.version;
  }

  /** Adds the page in an encoding. */
  put(encoding: Encoding, body: Buffer): void {
    const headers = [
      ...headersOf(this.page).flat(),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      'Content-Length',
      String(body.length),
    ];
    this.#answers.set(encoding, new ReadyAnswer(this.page.status, headers, body));
    this.bytes += body.length;
  }

  has(encoding: Encoding): boolean {
    return this.#answers.has(encoding);
  }

  /** @returns null when the page is not yet in the encoding that the client wants */
  answer(request: IncomingMessage, response: ServerResponse): Sent | null {
    const { headers } = request;
    const { etag } = this.page;
    if (etag !== null && matchesEtag(headers['if-none-match'], etag))
      return this.#notModified.send(request, response);
    const encoding = bestEncoding(headers['accept-encoding']);
    const answer = this.#answers.get(encoding);
    if (answer) return answer.send(request, response);
    if (encoding !== 'identity') this.wanted.add(encoding);
    return null;
  }
}
