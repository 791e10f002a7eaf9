import { OpenSegment, segmentPath } from './segment.ts';
import type { Tended } from './tend.ts';

/**
 * A segment that has grown to this is closed: deleting a record rewrites no more than its own
 * segment.
 */
const SEGMENT_LIMIT_BYTES = 4 * 1024 * 1024;

/** Appends to the last segment, and goes on in a new one when it is full or has failed. */
export class SegmentWriter {
  readonly #directory: string;
  #segment: OpenSegment | null = null;
  #next = 1;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * Goes on where a store that was put in order ends; never in a segment that has failed under this
   * writer.
   */
  continueAfter({ last }: Pick<Tended, 'last'>): void {
    if (last === null) return;
    const reusable = last.whole && last.size < SEGMENT_LIMIT_BYTES;
    this.#next = Math.max(this.#next, reusable ? last.number : last.number + 1);
  }

  /** On return the bytes are on the disk; after an error none of them counts. */
  async append(bytes: Buffer): Promise<void> {
    try {
      this.#segment ??= await OpenSegment.open(segmentPath(this.#directory, this.#next));
      await this.#segment.append(bytes);
    } catch (error) {
      this.#next++;
      await this.#segment?.abandon();
      this.#segment = null;
      throw error;
    }
    if (this.#segment.size < SEGMENT_LIMIT_BYTES) return;
    await this.close();
    this.#next++;
  }

  async close(): Promise<void> {
    const segment = this.#segment;
    this.#segment = null;
    await segment?.close().catch(() => {}); // everything in it is on the disk
  }
}
