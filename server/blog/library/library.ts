import { SLUG } from '../../../shared/addresses.ts';
import { BLOG_PAGE_SIZE } from '../../../shared/site/constants.ts';
import type { Listed } from './catalogue.ts';
import type { ContentChange, EditorChanges } from './editor-changes.ts';
import { ListPages } from './list-pages.ts';
import {
  GONE,
  type ListLookup,
  MISSING,
  movedLookup,
  type PostLookup,
  UNAVAILABLE,
} from './lookup.ts';
import { followChanges, type Listener } from './refresh.ts';
import { Stock, type StockParts } from './stock.ts';

export interface LibraryParts extends StockParts {
  listeners?: readonly Listener[];
  /** Pauses between calls after an editor's change, in milliseconds; tests shorten them. */
  pausesMs?: readonly number[];
}

/** The library as the rest of the site sees it. */
export type BlogLibrary = Pick<Library, keyof Library>;

/**
 * The blog as the pages see it. What is held is served at once and renewed in the background;
 * visitors wait only for a post that exists and is not held. Nothing here rejects.
 */
export class Library {
  readonly #stock: Stock;
  readonly #lists: ListPages;
  readonly #changes: EditorChanges;
  readonly #isFixed: boolean;

  constructor({ listeners = [], pausesMs, ...parts }: LibraryParts) {
    this.#isFixed = parts.source.fixed !== undefined;
    this.#stock = new Stock(parts, () => this.start());
    this.#lists = new ListPages(this.#stock);
    this.#changes = followChanges({ stock: this.#stock, lists: this.#lists, listeners, pausesMs });
  }

  /**
   * A promise only when the page is not held and a call is needed; it settles within the deadlines
   * of those calls.
   * @param page 1 is `/blogs`
   */
  list(page: number): ListLookup | Promise<ListLookup> {
    if (!Number.isSafeInteger(page) || page < 1) return MISSING;
    const lookup = this.#list(page);
    if (lookup) return lookup;
    if (this.#stock.catalogue.known && page > this.#lists.count) return MISSING;
    return this.#stock.calls.forbidden ? UNAVAILABLE : this.#lists.load(page);
  }

  post(slug: string): PostLookup | Promise<PostLookup> {
    if (!SLUG.test(slug)) return MISSING;
    const { catalogue, calls, verified } = this.#stock;
    const lookup = this.#post(slug);
    if (lookup) return lookup;
    if (!catalogue.known) {
      if (calls.forbidden) return UNAVAILABLE;
      return this.#stock.fetchCatalogue().then((read) => (read ? this.post(slug) : UNAVAILABLE));
    }
    const found = catalogue.find(slug);
    if (found.state === 'listed')
      return calls.forbidden ? UNAVAILABLE : this.#loadPost(found.entry);
    if (found.state === 'moved') return movedLookup(found.slug);
    if (found.state === 'gone') return GONE;
    // A catalogue from before a restart may lack what was published since.
    return (!verified && calls.underWay('catalogue')?.then(() => this.post(slug))) || MISSING;
  }

  /**
   * Version of what `list` would return now, null when it is not held. Cheap. Renews what is stale
   * in the background, like `list`.
   */
  listVersion(page: number): string | null {
    return this.#list(page)?.version ?? null;
  }

  postVersion(slug: string): string | null {
    return this.#post(slug)?.version ?? null;
  }

  /** Every post, newest first; none before there is a catalogue. */
  known(): readonly Listed[] {
    this.#stock.tend();
    return this.#stock.catalogue.shown;
  }

  /**
   * The same without those that search engines are kept away from, as far as they have been fetched:
   * the catalogue does not tell, because a space without that field would refuse the call.
   */
  indexed(): readonly Listed[] {
    const { unindexed } = this.#stock.holdings;
    return this.known().filter(({ slug }) => !unindexed.has(slug));
  }

  /** Resolves when there is a catalogue, however old, or none can be had. */
  async catalogued(): Promise<void> {
    this.#stock.tend();
    if (!this.#stock.catalogue.known) await this.#stock.fetchCatalogue();
  }

  /** How many usable answers the service has given: while this rises, waiting makes sense. */
  readonly answered = (): number => this.#stock.calls.answered;

  /** True while the service hangs, so that waiting for it costs time. */
  hanging(): boolean {
    return this.#stock.calls.hanging;
  }

  /** When asking again makes sense; whole seconds, at least 1. */
  retryAfterSeconds(): number {
    return this.#stock.calls.retryAfterSeconds;
  }

  /**
   * After an editor's change: asks the service at once, and again until it shows the change.
   * Resolves after the first time.
   */
  refresh(change?: ContentChange): Promise<void> {
    return this.#isFixed ? Promise.resolve() : this.#changes.add(change);
  }

  /** Fetches the catalogue and the newest posts in the background: nothing waits for them. */
  start(): void {
    if (this.#isFixed) return;
    void this.#stock.fetchCatalogue();
    if (this.#stock.catalogue.known) void this.#lists.fill(1);
    else void this.#stock.fetchWindow(0);
  }

  stop(): void {
    this.#changes.stop();
    this.#stock.stop();
  }

  #list(page: number): ListLookup | undefined {
    this.#stock.tend();
    return this.#lists.get(page);
  }

  #post(slug: string): PostLookup | undefined {
    const { catalogue, holdings } = this.#stock;
    const now = this.#stock.now();
    this.#stock.tend(now);
    const found = catalogue.find(slug);
    const held = found.state === 'listed' ? holdings.get(slug) : undefined;
    if (found.state !== 'listed' || !held) return undefined;
    const { entry } = found;
    if (this.#stock.isOld(held.checkedAt, now) || this.#stock.isWanted(entry))
      this.#renewPost(entry);
    return this.#stock.lookup(held);
  }

  /** One call renews the newest posts together, which are read most. */
  #renewPost(entry: Listed): void {
    if (this.#lists.first.includes(entry)) void this.#lists.fill(1);
    else void this.#stock.fetchPost(entry);
  }

  async #loadPost(entry: Listed): Promise<PostLookup> {
    const { catalogue, holdings, calls } = this.#stock;
    if (entry.place < BLOG_PAGE_SIZE) await calls.underWay('list', 0);
    if (!holdings.get(entry.slug)) await this.#stock.fetchPost(entry);
    const { state } = catalogue.find(entry.slug);
    const held = holdings.get(entry.slug);
    if (state === 'listed') return held ? this.#stock.lookup(held) : UNAVAILABLE;
    return state === 'gone' ? GONE : MISSING;
  }
}
