import type { Logger } from 'pino';
import { BLOG_PAGE_SIZE } from '../../../shared/site/constants.ts';
import type { Metrics } from '../../ops/metrics.ts';
import type { BlogSource, CatalogueEntry, FetchedPost } from '../source/source.ts';
import { ContentCalls } from './calls/content-calls.ts';
import { Catalogue, type KeptCatalogue, type Listed } from './catalogue.ts';
import { Disk } from './held/disk.ts';
import { Freshness } from './held/freshness.ts';
import { type HeldPost, Holdings } from './held/holdings.ts';
import { LeftOut } from './left-out.ts';
import { type PostLookup, postLookup } from './lookup.ts';
import { nextToRead } from './next-to-read.ts';

export interface StockParts {
  source: BlogSource;
  ttlSeconds: number;
  /** Null without a copy on disk. */
  dataDir: string | null;
  log: Logger;
  metrics: Metrics;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
  /** Milliseconds since 1970: a post is not shown before its date. */
  wallClock?: () => number;
  /** A random number from 0 up to 1. */
  random?: () => number;
}

/** Called when an outage may be over. */
type Retry = () => void;

/**
 * The posts held from the content service, and how they are fetched: the catalogue says what
 * exists, the holdings have what was fetched. Each `fetch…` resolves to false when the service gave
 * no usable answer, and never rejects.
 */
export class Stock {
  readonly catalogue: Catalogue;
  readonly holdings: Holdings;
  readonly calls: ContentCalls;
  /** Slugs of posts that changed since they were last taken from here. */
  readonly touched = new Set<string>();
  readonly now: () => number;
  readonly #freshness: Freshness;
  readonly #fixed: BlogSource['fixed'];
  readonly #disk: Disk | null;
  readonly #leftOut: LeftOut;
  /** Rises with every change of a post that is held. */
  #postEdition = 0;
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(parts: StockParts, retry: Retry) {
    const { source, dataDir, log, metrics, now = () => performance.now() } = parts;
    const { wallClock = Date.now, random = Math.random } = parts;
    this.#leftOut = new LeftOut(parts);
    this.now = now;
    this.#disk = dataDir === null ? null : new Disk({ dataDir, source: source.id, log });
    this.catalogue = new Catalogue(wallClock);
    this.holdings = new Holdings(this.#disk);
    const onFailure = (pauseMs: number) => this.#retryIn(pauseMs, retry);
    this.calls = new ContentCalls({ source, log, metrics, now, random, onFailure });
    const kept = this.#disk?.read('catalogue') as KeptCatalogue | undefined;
    if (kept) this.catalogue.restore(kept);
    const ttlMs = source.fixed ? Number.POSITIVE_INFINITY : parts.ttlSeconds * 1000;
    const freshness = new Freshness({ ttlMs, now, wallClock, disk: this.#disk });
    this.#freshness = freshness;
    Object.assign(metrics.contentAge, {
      collect: () => metrics.contentAge.set(freshness.ageSeconds),
    });
    this.#fixed = source.fixed;
  }

  /** Rises with every visible change. */
  get edition(): number {
    return this.catalogue.edition + this.#postEdition;
  }

  /** False while there is no catalogue, or only one from before a restart. */
  get verified(): boolean {
    return this.#freshness.verified;
  }

  /**
   * Fetches the catalogue in the background when it is older than the TTL. Posts that never change are
   * read when they are first asked for, since the first page may need none.
   */
  tend(now?: number): void {
    if (this.#fixed && !this.catalogue.known) this.#takeFixed(this.#fixed());
    else if (this.#freshness.isOld(undefined, now)) void this.fetchCatalogue();
  }

  isOld(checkedAt: number, now?: number): boolean {
    return this.#freshness.isOld(checkedAt, now);
  }

  /** Not held, or not in the revision that the catalogue has. */
  isWanted(entry: Listed): boolean {
    const held = this.holdings.get(entry.slug);
    return !held || (held.key !== entry.key && held.vouchedFor !== entry.key);
  }

  /** The post as shown, with what to read next, which depends on the other posts. */
  lookup(held: HeldPost): PostLookup {
    const { shown, edition } = this.catalogue;
    if (!held.lookup || held.edition !== edition) {
      held.lookup = postLookup({ ...held.post, next: nextToRead(held.post, shown) });
      held.edition = edition;
    }
    return held.lookup;
  }

  /**
   * @param urgent for an editor's change: calls even during a pause after failures, and does not
   * reuse a call already under way
   */
  fetchCatalogue(urgent = false): Promise<boolean> {
    return this.calls.make({
      call: 'catalogue',
      ask: (source) => source.catalogue(),
      take: (entries) => this.#takeCatalogue(entries),
      urgent,
    });
  }

  /** @param place place of the first post; a list page's worth is fetched */
  fetchWindow(place: number, urgent = false): Promise<boolean> {
    return this.calls.make({
      call: 'list',
      about: place,
      ask: (source) => source.list(place, BLOG_PAGE_SIZE),
      take: (posts) => {
        for (const fetched of posts) this.#takeListed(fetched);
      },
      urgent,
    });
  }

  fetchPost({ slug }: Listed, urgent = false): Promise<boolean> {
    return this.calls.make({
      call: 'post',
      about: slug,
      ask: (source) => source.post(slug),
      take: (fetched) => this.#takePost(slug, fetched),
      urgent,
    });
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    this.#disk?.close();
  }

  #takeCatalogue(entries: CatalogueEntry[]): void {
    const isFirst = !this.catalogue.known;
    const { touched, leftOut } = this.catalogue.adopt(entries);
    this.#freshness.confirm();
    if (touched.length > 0) this.#disk?.keep('catalogue', this.catalogue.kept);
    for (const slug of touched) {
      if (!isFirst) this.touched.add(slug);
      if (this.catalogue.find(slug).state !== 'listed') this.holdings.drop(slug);
    }
    this.#leftOut.report(leftOut);
  }

  #takeListed(fetched: FetchedPost): void {
    const found = this.catalogue.find(fetched.post.slug);
    // Before the first catalogue nobody can tell whether it exists; of two posts under one slug,
    // one counts.
    if (found.state === 'listed' ? found.entry.id === fetched.post.id : !this.catalogue.known)
      this.#hold(fetched);
  }

  #takePost(slug: string, fetched: FetchedPost | null): void {
    if (fetched?.post.slug === slug) {
      this.#hold(fetched);
      return;
    }
    const found = this.catalogue.find(slug);
    if (found.state !== 'listed') return;
    this.catalogue.retire(found.entry, this.holdings.get(slug) !== undefined);
    this.holdings.drop(slug);
    this.touched.add(slug);
  }

  #hold(fetched: FetchedPost): void {
    const { slug } = fetched.post;
    const found = this.catalogue.find(slug);
    const vouchedFor = found.state === 'listed' ? found.entry.key : null;
    if (!this.holdings.adopt(fetched, vouchedFor, this.now())) return;
    this.#postEdition += 1;
    this.touched.add(slug);
  }

  #takeFixed(posts: readonly FetchedPost[]): void {
    const entries = posts.map(({ post, revision }) => ({
      ...post,
      revision,
      tags: post.tags ?? [],
      fault: null,
    }));
    this.#takeCatalogue(entries);
    for (const fetched of posts) this.#hold(fetched);
  }

  /** Notices the end of an outage without a visitor's request. */
  #retryIn(pauseMs: number, retry: Retry): void {
    clearTimeout(this.#retry);
    if (this.#stopped) return;
    this.#retry = setTimeout(() => {
      if (this.calls.forbidden) this.#retryIn(pauseMs, retry);
      else retry();
    }, pauseMs + 1).unref();
  }
}
