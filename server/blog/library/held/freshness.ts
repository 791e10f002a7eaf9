import type { Disk } from './disk.ts';

interface FreshnessParts {
  /** How old content may be, in milliseconds. */
  ttlMs: number;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  /** Milliseconds since 1970. */
  wallClock: () => number;
  /** Null without a copy on disk. */
  disk: Disk | null;
}

/** When the service last confirmed what is held, in this process and before it. */
export class Freshness {
  readonly #parts: FreshnessParts;
  /** When the catalogue was read by this process. */
  #cataloguedAt = Number.NEGATIVE_INFINITY;
  /** The same, or when one before it did, or the start. By the library's clock: the day's may jump. */
  #verifiedAt: number;

  constructor(parts: FreshnessParts) {
    const { now, wallClock, disk } = parts;
    this.#parts = parts;
    const verifiedAt = disk?.read('verified at') as number | undefined;
    this.#verifiedAt = now() - Math.max(0, verifiedAt ? wallClock() - verifiedAt : 0);
  }

  /** False while there is no catalogue, or only one from before a restart. */
  get verified(): boolean {
    return Number.isFinite(this.#cataloguedAt);
  }

  get ageSeconds(): number {
    return (this.#parts.now() - this.#verifiedAt) / 1000;
  }

  /** Of the catalogue, or of what was confirmed at another time. */
  isOld(checkedAt = this.#cataloguedAt, now = this.#parts.now()): boolean {
    return now - checkedAt >= this.#parts.ttlMs;
  }

  /** The service has just given its catalogue. */
  confirm(): void {
    const { now, wallClock, disk } = this.#parts;
    this.#cataloguedAt = now();
    this.#verifiedAt = this.#cataloguedAt;
    disk?.keep('verified at', wallClock());
  }
}
