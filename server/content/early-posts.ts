import type { ContentSource, RawContent } from './source.ts';

/** The most calls that visitors cause before the first read. Later visitors wait for the read. */
const MAX_EARLY_CALLS = 10;

/** The newest posts, from the first list call of a read that goes on. */
export interface NewestPosts {
  raw: RawContent;
  /** The number of all posts. */
  total: number;
}

interface EarlyPostsDeps {
  source: Pick<ContentSource, 'findPost'>;
  /** False while the source is to be spared. */
  mayCall: () => boolean;
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

  /** Resolves with the newest posts of the refresh in flight; null when that ends without them. */
  get newest(): Promise<NewestPosts | null> {
    return this.#newest.promise;
  }

  /** Takes the newest posts of a refresh, or null at its end. */
  readonly set = (newest: NewestPosts | null): void => {
    this.#newest.resolve(newest);
    if (newest !== null) return;
    this.#calls.clear();
    this.#newest = Promise.withResolvers();
  };

  /** Makes the call for one post; null when that fails or may not be made. */
  async findPost(slug: string): Promise<RawContent | null> {
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
}
