const REMEMBERED_MS = 30_000;
const LIMIT = 1000;

/**
 * Slugs that the content service answered to have no post for, each for 30 s: asked again, they
 * cost no call. Bounded.
 */
export class MissingSlugs {
  /** Slug to the time it is forgotten; insertion order is the order of those times. */
  readonly #until = new Map<string, number>();

  get size(): number {
    return this.#until.size;
  }

  remember(slug: string, now: number): void {
    this.#until.delete(slug);
    this.#until.set(slug, now + REMEMBERED_MS);
    for (const [oldest, until] of this.#until) {
      if (this.#until.size <= LIMIT && until > now) break;
      this.#until.delete(oldest);
    }
  }

  has(slug: string, now: number): boolean {
    return (this.#until.get(slug) ?? now) > now;
  }

  /** Something was published: any of them may exist now. */
  clear(): void {
    this.#until.clear();
  }
}
