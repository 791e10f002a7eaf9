import { BLOG_PAGE_SIZE } from '../../../shared/site/constants.ts';
import type { Listed } from './catalogue.ts';
import { type ListLookup, listLookup, MISSING, pageCountOf, UNAVAILABLE } from './lookup.ts';
import type { Stock } from './stock.ts';

/** How many list pages stay in memory; others are put together from their posts. */
const PAGES_IN_MEMORY = 50;

interface HeldPage {
  lookup: ListLookup;
  /** Edition of the stock that it was put together from. */
  edition: number;
  /** When the service last confirmed all of it. */
  checkedAt: number;
}

/** The list pages: twenty posts each, in the order of the catalogue. */
export class ListPages {
  readonly #stock: Stock;
  readonly #pages = new Map<number, HeldPage>();

  constructor(stock: Stock) {
    this.#stock = stock;
  }

  get count(): number {
    return pageCountOf(this.#stock.catalogue.shown.length);
  }

  get first(): readonly Listed[] {
    return this.#entries(1);
  }

  /** Undefined when one of its posts is not held. Renews what is stale in the background. */
  get(page: number): ListLookup | undefined {
    const held = this.#held(page);
    if (held && this.#stock.isOld(held.checkedAt)) void this.fill(page);
    return held?.lookup;
  }

  /** Fetches what is missing, including the catalogue. */
  async load(page: number): Promise<ListLookup> {
    if (!this.#stock.catalogue.known) {
      const first = page === 1 ? this.#stock.fetchWindow(0) : undefined;
      if (!(await this.#stock.fetchCatalogue())) return UNAVAILABLE;
      await first;
    }
    if (page > this.count) return MISSING;
    await this.fill(page);
    return this.#held(page)?.lookup ?? UNAVAILABLE;
  }

  /** Fetches the posts of a page again, in one call if the list still matches the catalogue. */
  async fill(page: number, urgent = false): Promise<void> {
    const since = this.#stock.now();
    const lacks = (entry: Listed) =>
      this.#stock.isWanted(entry) || this.#stock.holdings.checkedAt(entry.slug) < since;
    for (let left = BLOG_PAGE_SIZE; left > 0; left -= 1) {
      const entry = this.#entries(page).find(lacks);
      if (!entry) break;
      if (!(await this.#stock.fetchWindow(entry.place, urgent))) return;
      // The list has changed since the catalogue was read.
      if (lacks(entry) && !(await this.#stock.fetchPost(entry, urgent))) return;
    }
    const held = this.#pages.get(page);
    if (held) held.edition = -1; // to be put together again
    this.#held(page);
  }

  /** Marks everything as stale. */
  expire(): void {
    for (const held of this.#pages.values()) held.checkedAt = Number.NEGATIVE_INFINITY;
  }

  #entries(page: number): readonly Listed[] {
    const { shown } = this.#stock.catalogue;
    return shown.slice((page - 1) * BLOG_PAGE_SIZE, page * BLOG_PAGE_SIZE);
  }

  /**
   * The page, put together again when posts changed. If a new post is not held yet, the old page
   * stays until it is.
   */
  #held(page: number): HeldPage | undefined {
    const { catalogue, holdings, edition } = this.#stock;
    const before = this.#pages.get(page);
    if (!catalogue.known || before?.edition === edition) return before;
    const entries = this.#entries(page);
    const posts = entries.flatMap(({ slug }) => holdings.get(slug) ?? []);
    if (page > this.count) this.#pages.delete(page);
    else if (posts.length < entries.length) {
      if (before) before.checkedAt = Number.NEGATIVE_INFINITY;
    } else {
      const lookup = listLookup(
        posts.map(({ post }) => post),
        page,
        catalogue.shown.length,
      );
      const checkedAt = entries.some((entry) => this.#stock.isWanted(entry))
        ? Number.NEGATIVE_INFINITY
        : Math.min(...posts.map((post) => post.checkedAt));
      this.#pages.delete(page);
      this.#pages.set(page, { lookup, edition, checkedAt });
      const [oldest] = this.#pages.keys();
      if (this.#pages.size > PAGES_IN_MEMORY) this.#pages.delete(oldest as number);
    }
    return this.#pages.get(page);
  }
}
