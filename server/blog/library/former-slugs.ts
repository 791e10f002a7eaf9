const LIMIT = 1000;

/**
 * Slugs under which posts were once published: the entry's id tells a post that moved from one that
 * is gone. Bounded.
 */
export class FormerSlugs {
  readonly #entries = new Map<string, { id: string; checkedAt: number }>();

  get size(): number {
    return this.#entries.size;
  }

  get(slug: string): { id: string; checkedAt: number } | undefined {
    return this.#entries.get(slug);
  }

  /** @param now milliseconds of the library's clock */
  add(slug: string, id: string, now: number): void {
    this.#entries.delete(slug);
    this.#entries.set(slug, { id, checkedAt: now });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > LIMIT) this.#entries.delete(oldest as string);
  }

  /** Still not there. @returns false when the slug is not a former one */
  confirm(slug: string, now: number): boolean {
    const entry = this.#entries.get(slug);
    if (entry) entry.checkedAt = now;
    return entry !== undefined;
  }

  /** A post is published under it again. */
  reused(slug: string): void {
    this.#entries.delete(slug);
  }

  expire(): void {
    for (const entry of this.#entries.values()) entry.checkedAt = Number.NEGATIVE_INFINITY;
  }
}
