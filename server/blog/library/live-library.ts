import { setTimeout as pause } from 'node:timers/promises';
import { SLUG } from '../../../shared/addresses.ts';
import type { Post } from '../../../shared/blog/post.ts';
import { BLOG_PAGE_SIZE } from '../../../shared/site/constants.ts';
import { ContentCalls } from './content-calls.ts';
import { DiskCopy } from './disk-copy.ts';
import { Holdings, LIST_PAGES_HELD } from './holdings.ts';
import type { BlogLibrary, ContentChange, LibraryParts } from './library.ts';
import {
  LIST_UNAVAILABLE,
  type ListLookup,
  NO_LIST_PAGE,
  NO_POST,
  POST_BUSY,
  POST_GONE,
  POST_UNAVAILABLE,
  type PostLookup,
} from './lookup.ts';
import { MissingSlugs } from './missing-slugs.ts';
import { RefreshQueue } from './refresh-queue.ts';

/**
 * A post that is gone may come back without a webhook: asked for, it is looked up again after this.
 */
const GONE_RECHECK_MS = 30_000;
/** Between list pages that are fetched for the sitemap: visitors come first. */
const FILL_PAUSE_MS = 500;

/**
 * The library over a content service: what is known is answered at once and renewed behind the
 * visitor's back; only what is not known at all is waited for.
 */
export class LiveLibrary implements BlogLibrary {
  readonly #ttlMs: number;
  readonly #now: () => number;
  readonly #holdings = new Holdings();
  readonly #missing = new MissingSlugs();
  readonly #calls: ContentCalls;
  readonly #disk: DiskCopy | null;
  readonly #refreshes: RefreshQueue;
  readonly #ended = new AbortController();
  #filling = false;
  #retry: NodeJS.Timeout | undefined;

  constructor({
    source,
    ttlSeconds,
    dataDir,
    log,
    metrics,
    now = () => performance.now(),
    random = Math.random,
  }: LibraryParts) {
    this.#ttlMs = ttlSeconds * 1000;
    this.#now = now;
    this.#disk = dataDir === null ? null : new DiskCopy({ dataDir, source: source.id, log });
    this.#calls = new ContentCalls({
      source,
      log,
      metrics,
      now,
      random,
      onFailure: (pauseMs) => this.#retryIn(pauseMs),
    });
    this.#refreshes = new RefreshQueue({
      holdings: this.#holdings,
      fetchList: () => this.#fetchList(1, true),
      fetchPost: (slug) => this.#fetchPost(slug, true),
      expire: () => this.#missing.clear(),
    });
    Object.assign(metrics.contentAge, {
      collect: () => metrics.contentAge.set(this.#ageSeconds()),
    });
  }

  list(page: number): ListLookup | Promise<ListLookup> {
    const known = this.#knownList(page);
    if (known) return known;
    if (this.#calls.forbidden || this.#calls.crowded) return LIST_UNAVAILABLE;
    // How many pages there are decides whether this one is asked for at all.
    if (page > 1 && this.#holdings.pageCount === null)
      return this.#fetchList(1).then((fetched) => (fetched ? this.list(page) : LIST_UNAVAILABLE));
    return this.#fetchList(page).then(() => this.#knownList(page) ?? LIST_UNAVAILABLE);
  }

  post(slug: string): PostLookup | Promise<PostLookup> {
    const known = this.#knownPost(slug);
    if (known) return known;
    if (this.#calls.forbidden) return POST_UNAVAILABLE;
    const underWay =
      this.#calls.underWay(`post ${slug}`) ??
      this.#calls.postNow(slug, (post) => this.#takePost(slug, post));
    return underWay?.then(() => this.#knownPost(slug) ?? POST_UNAVAILABLE) ?? POST_BUSY;
  }

  listVersion(page: number): string | null {
    const held = this.#holdings.list(page);
    if (held && this.#isStale(held.checkedAt)) this.#renewList(page);
    return held?.lookup.version ?? null;
  }

  postVersion(slug: string): string | null {
    const held = this.#holdings.post(slug);
    if (held && this.#isStale(held.checkedAt)) this.#renewPost(slug, held.page);
    return held?.lookup.version ?? null;
  }

  known() {
    if (!this.#filling && this.#holdings.pageCount !== null) this.#fill().catch(() => {}); // rejects when the library is stopped
    return this.#holdings.known();
  }

  hanging(): boolean {
    return this.#calls.hanging;
  }

  retryAfterSeconds(): number {
    return this.#calls.retryAfterSeconds;
  }

  refresh(change?: ContentChange): Promise<void> {
    return this.#refreshes.add(change);
  }

  start(): void {
    if (this.#disk) this.#holdings.restore(this.#disk);
    this.#renewList(1);
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    clearTimeout(this.#retry);
    this.#calls.stop();
    await this.#disk?.settled();
  }

  #knownList(page: number): ListLookup | null {
    const version = this.listVersion(page);
    if (version !== null) return this.#holdings.list(page)?.lookup ?? null;
    const { pageCount } = this.#holdings;
    if (!Number.isSafeInteger(page) || page < 1) return NO_LIST_PAGE;
    if (pageCount === null || page <= pageCount) return null;
    this.listVersion(1); // there may be more pages by now
    return NO_LIST_PAGE;
  }

  #knownPost(slug: string): PostLookup | null {
    if (!SLUG.test(slug)) return NO_POST;
    if (this.postVersion(slug) !== null) return this.#holdings.post(slug)?.lookup ?? null;
    const former = this.#holdings.former.get(slug);
    if (former) {
      const movedTo = this.#holdings.movedTo(slug);
      if (movedTo !== undefined)
        return { result: { state: 'moved', slug: movedTo }, version: `moved ${movedTo}` };
      if (this.#now() - former.checkedAt >= GONE_RECHECK_MS) this.#renewPost(slug, 0);
      return POST_GONE;
    }
    return this.#missing.has(slug, this.#now()) ? NO_POST : null;
  }

  #isStale(checkedAt: number): boolean {
    return this.#now() - checkedAt >= this.#ttlMs;
  }

  #renewList(page: number): void {
    if (!this.#calls.forbidden) void this.#fetchList(page);
  }

  /** A post of a held list page is renewed with its page: one call for twenty posts. */
  #renewPost(slug: string, page: number): void {
    if (page > 0) this.#renewList(page);
    else if (!this.#calls.forbidden) void this.#fetchPost(slug);
  }

  #fetchList(page: number, urgent = false): Promise<boolean> {
    const skip = (page - 1) * BLOG_PAGE_SIZE;
    return this.#calls.list(
      skip,
      BLOG_PAGE_SIZE,
      (answer) => this.#holdings.adoptList(page, answer, this.#now()),
      urgent,
    );
  }

  #fetchPost(slug: string, urgent = false): Promise<boolean> {
    return this.#calls.post(slug, (post) => this.#takePost(slug, post), urgent);
  }

  #takePost(slug: string, post: Post | null): void {
    const wasHeld = this.#holdings.post(slug) !== undefined;
    if (post?.slug === slug) this.#holdings.adoptPost(post, this.#now());
    else if (!this.#holdings.retire(slug, this.#now())) this.#missing.remember(slug, this.#now());
    else if (wasHeld) this.listVersion(1); // renewed when stale: it may be there under a new slug
  }

  /** NaN, which stands for "unknown" in Prometheus, before the service has answered. */
  #ageSeconds(): number {
    const checkedAt = this.#holdings.list(1)?.checkedAt ?? Number.NEGATIVE_INFINITY;
    return Number.isFinite(checkedAt) ? (this.#now() - checkedAt) / 1000 : Number.NaN;
  }

  /**
   * Fetches the list pages that are not held or stale, for those who read the whole list at once.
   */
  async #fill(): Promise<void> {
    this.#filling = true;
    try {
      for (
        let page = 1;
        page <= Math.min(this.#holdings.pageCount ?? 0, LIST_PAGES_HELD);
        page += 1
      ) {
        const held = this.#holdings.list(page);
        if (held && !this.#isStale(held.checkedAt)) continue;
        if (this.#calls.forbidden || !(await this.#fetchList(page))) return;
        await pause(FILL_PAUSE_MS, undefined, { ref: false, signal: this.#ended.signal });
      }
    } finally {
      this.#filling = false;
    }
  }

  /** An outage ends by itself, without a visitor who tries. */
  #retryIn(pauseMs: number): void {
    clearTimeout(this.#retry);
    if (this.#ended.signal.aborted) return;
    this.#retry = setTimeout(() => {
      if (this.#calls.forbidden) this.#retryIn(pauseMs);
      else this.#renewList(1);
    }, pauseMs + 1).unref();
  }
}
