import type { Post } from '../../shared/blog/post.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import type { ContentSource, PostListPage } from './contentful/content-source.ts';

/** The most calls that visitors cause before the first read. Later visitors wait for the read. */
const MAX_EARLY_CALLS = 10;

interface EarlyCallsDeps {
  source: Pick<ContentSource, 'listPosts' | 'findPost'>;
  /** Calls that the service takes in any second. */
  callsPerSecond: number;
  /** False while the service is to be spared. */
  mayCall: () => boolean;
}

/**
 * The calls made for visitors before the first read. All who need the same one share it; the result
 * is undefined when it may not be made.
 */
export class EarlyCalls {
  readonly #deps: EarlyCallsDeps;
  /** Those since the refresh in flight began. */
  readonly #calls = new Map<string, Promise<unknown>>();

  constructor(deps: EarlyCallsDeps) {
    this.#deps = deps;
  }

  /** Makes the first list call, which is also the first one of the read. */
  listNewest(): Promise<PostListPage> | undefined {
    return this.#share('list', () => this.#deps.source.listPosts(0, BLOG_PAGE_SIZE));
  }

  findPost(slug: string): Promise<Post | null> | undefined {
    return this.#share(`post ${slug}`, () => this.#deps.source.findPost(slug));
  }

  clear(): void {
    this.#calls.clear();
  }

  #share<T>(key: string, call: () => Promise<T>): Promise<T> | undefined {
    const same = this.#calls.get(key);
    if (same) return same as Promise<T>;
    const { callsPerSecond, mayCall } = this.#deps;
    const isFull = this.#calls.size >= Math.min(MAX_EARLY_CALLS, callsPerSecond);
    if (isFull || !mayCall()) return undefined;
    const response = call();
    this.#calls.set(key, response);
    return response;
  }
}
