import { BLOG_PAGE_SIZE } from '../../../shared/site/constants.ts';
import type { Listed } from './catalogue.ts';
import { type ListLookup, listLookup, MISSING, pageCountOf, UNAVAILABLE } from './lookup.ts';
import type { Stock } from './stock.ts';

/** List pages in memory; others are put together from their posts. */
const PAGES_IN_MEMORY = 50;

interface HeldPage {
  lookup: ListLookup;
  /** Of the stock that it was put together from. */
  edition: number;
  /** When the service last vouched for all of it. */
  checkedAt: number;
}

/** The pages of the list: twenty posts each in the order of the catalogue. */
export class ListPages {
  readonly #stock: Stock;
  readonly #pages = new Map<number, HeldPage>();
  readonly #fills = new Map<number, Promise<void>>();

  constructor(stock: Stock) {
    this.#stock = stock;
  }

  get count(): number {
    return pageCountOf(this.#stock.catalogue.shown.length);
  }

  get first(): readonly Listed[] {
    return this.#entries(1);
  }

  /** Undefined when a post of it is not held. Renews what is old behind the asker's back. */
  get(page: number): ListLookup | undefined {
    const held = this.#held(page);
    if (held && this.#stock.isOld(held.checkedAt)) this.renew(page);
    return held?.lookup;
  }

  /** Fetches what is missing, the catalogue too. */
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

  renew(page: number): void {
    if (!this.#stock.calls.forbidden) void this.fill(page);
  }

  /** Fetches the posts of a page anew, together if the list is still as the catalogue has it. */
  fill(page: number, urgent = false): Promise<void> {
    const running = this.#fills.get(page);
    if (running && !urgent) return running;
    const fill = this.#fetchMissing(page, urgent).finally(() => this.#fills.delete(page));
    this.#fills.set(page, fill);
    return fill;
  }

  /** Nothing counts as fresh any more. */
  expire(): void {
    for (const held of this.#pages.values()) held.checkedAt = Number.NEGATIVE_INFINITY;
  }

  #entries(page: number): readonly Listed[] {
    const { shown } = this.#stock.catalogue;
    return shown.slice((page - 1) * BLOG_PAGE_SIZE, page * BLOG_PAGE_SIZE);
  }

  /** Put together anew when posts changed; one that misses a post stays until that is there. */
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

  async #fetchMissing(page: number, urgent: boolean): Promise<void> {
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
    if (held) held.edition = -1; // put together anew
    this.#held(page);
  }
}
