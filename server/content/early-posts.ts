import { toCard } from '../blog/blog.ts';
import { hashContent, type PostRecord, readRecord } from '../blog/record.ts';
import { pageCountOf } from '../blog/tags.ts';
import type { Address, SettledLookup, Shown } from './lookup.ts';
import { parseContent } from './parse/parse-content.ts';
import type { ContentSource, NewestPosts, RawContent } from './source.ts';

/** The most calls that visitors cause before the first read. Later visitors wait for the read. */
const MAX_EARLY_CALLS = 10;

interface EarlyPostsDeps {
  source: Pick<ContentSource, 'findPost'>;
  /** False while the source is to be spared. */
  mayCall: () => boolean;
  wallClock: () => number;
}

/** The posts that visitors see while the first read goes on. All who need the same one share it. */
export class EarlyPosts {
  readonly #deps: EarlyPostsDeps;
  /** Calls since the refresh in flight began, by slug. */
  readonly #calls = new Map<string, Promise<RawContent | null>>();
  #newest = Promise.withResolvers<NewestPosts | null>();

  constructor(deps: EarlyPostsDeps) {
    this.#deps = deps;
  }

  /** Takes the newest posts of a refresh, or null at its end. */
  readonly set = (newest: NewestPosts | null): void => {
    this.#newest.resolve(newest);
    if (newest !== null) return;
    this.#calls.clear();
    this.#newest = Promise.withResolvers();
  };

  /** Looks up an address; null when the read has to be waited for. */
  async lookup(address: Address): Promise<SettledLookup | null> {
    if (address.kind === 'post') return this.#lookupPost(address.slug);
    const isFirstPage = address.kind === 'list' && address.page === 1 && address.tag === undefined;
    const newest = isFirstPage ? await this.#newest.promise : null;
    if (!newest) return null;
    // Which posts have which tags is not known yet.
    const posts = this.#duePosts(newest.raw).map(toCard);
    return ready({ state: 'ready', posts, page: 1, pageCount: pageCountOf(newest.total) });
  }

  /** Shows a post from its own call, without what it shows of others. */
  async #lookupPost(slug: string): Promise<SettledLookup | null> {
    const raw = await this.#findPost(slug);
    const [record] = raw ? this.#duePosts(raw) : [];
    if (!record) return null;
    const { tags: _names, ...post } = readRecord(record);
    return ready({ state: 'ready', post });
  }

  /** Makes the call for one post; null when that fails or may not be made. */
  async #findPost(slug: string): Promise<RawContent | null> {
    const { source, mayCall } = this.#deps;
    let call = this.#calls.get(slug);
    if (!call) {
      const isFull = this.#calls.size >= MAX_EARLY_CALLS;
      if (isFull || !mayCall() || !source.findPost) return null;
      call = source.findPost(slug).catch(() => null); // the loop reports what fails
      this.#calls.set(slug, call);
    }
    return call;
  }

  #duePosts(raw: RawContent): PostRecord[] {
    const posts = parseContent(raw).parts.blogPost?.entries ?? [];
    const now = this.#deps.wallClock();
    return posts.filter(({ publishAt }) => publishAt <= now);
  }
}

const ready = (shown: Shown): SettledLookup => ({
  state: 'ready',
  show: () => shown,
  version: hashContent(shown),
});
