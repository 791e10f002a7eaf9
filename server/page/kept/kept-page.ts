import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeaderList } from '../../http/headers.ts';
import { ReadyAnswer, type Sent } from '../../http/ready-answer.ts';
import { matchesEtag } from './edition.ts';
import { bestEncoding, type Compressed, type Encoding } from './encoding.ts';

/** A page as it was rendered, for everyone who asks for it. */
export interface RenderedPage {
  status: number;
  html: Buffer;
  /** Every header of the page except its entity tag and those of its encoding. */
  headers: HeaderList;
  /** Null for a page that is never revalidated: a failure, a refusal. */
  etag: string | null;
  /** Route pattern, for the log and the metrics. */
  route: string;
  /** Version of the content that was rendered. */
  version: string;
  /**
   * Version of what would be rendered now. Asking also refreshes stale content in the background.
   */
  current: () => string | null;
}

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
export class KeptPage {
  readonly page: RenderedPage;
  /** When it was last read, in the cache's own count. */
  readAt = 0;
  /** Encodings that were asked for and are not made yet. */
  readonly wanted = new Set<Compressed>();
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
    if (encoding !== 'identity') this.wanted.delete(encoding);
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
