import { type FetchedPost, revisionKey } from '../../source/source.ts';
import { type PostLookup, versionOf } from '../lookup.ts';
import type { Disk } from './disk.ts';

/**
 * How many posts stay in memory, the most recently read ones. The disk has every post ever fetched.
 */
const POSTS_IN_MEMORY = 500;

export interface HeldPost extends FetchedPost {
  /** Version of the post as it was fetched. */
  version: string;
  /**
   * The post as shown, once somebody has asked for it, and the catalogue's edition at that time.
   */
  lookup?: PostLookup;
  edition?: number;
  /** Revision given by the service. */
  key: string;
  /** Revision in the catalogue when the service last confirmed the post. */
  vouchedFor: string | null;
  /** When it confirmed it, in milliseconds of the library's clock. */
  checkedAt: number;
  /** When it was last read, in the holdings' own count. */
  readAt: number;
}

/** The posts that the library holds, by slug. Makes no calls and reads no clock. */
export class Holdings {
  readonly #posts = new Map<string, HeldPost>();
  readonly #disk: Disk | null;
  #reads = 0;
  /** Slugs of those fetched so far, in memory or not, that search engines are kept away from. */
  readonly unindexed = new Set<string>();

  constructor(disk: Disk | null) {
    this.#disk = disk;
  }

  get(slug: string): HeldPost | undefined {
    const held = this.#posts.get(slug);
    if (!held) return this.#fromDisk(slug);
    held.readAt = ++this.#reads;
    return held;
  }

  /** When the service last confirmed it; -Infinity when it is not held. */
  checkedAt(slug: string): number {
    return this.get(slug)?.checkedAt ?? Number.NEGATIVE_INFINITY;
  }

  /** Slugs of posts in memory that show or link to an entry or asset, most recently read first. */
  linkingTo(id: string): string[] {
    return [...this.#posts.values()]
      .filter(({ links }) => links.includes(id))
      .sort((one, other) => other.readAt - one.readAt)
      .map(({ post }) => post.slug);
  }

  /** @returns whether it takes the place of something else */
  adopt(fetched: FetchedPost, vouchedFor: string | null, checkedAt: number): boolean {
    const { post, revision } = fetched;
    const key = revisionKey({ ...post, revision });
    const before = this.get(post.slug);
    const held = this.#hold(fetched, key, vouchedFor, checkedAt);
    const isSame = before?.version === held.version;
    if (!isSame || before.key !== key) this.#disk?.keep(`post ${post.slug}`, fetched);
    return before !== undefined && !isSame;
  }

  drop(slug: string): void {
    this.#posts.delete(slug);
    this.unindexed.delete(slug);
    this.#disk?.drop(`post ${slug}`);
  }

  /** Marks everything as stale. */
  expire(): void {
    for (const held of this.#posts.values()) held.checkedAt = Number.NEGATIVE_INFINITY;
  }

  /** Marks it as not confirmed lately. */
  #fromDisk(slug: string): HeldPost | undefined {
    const kept = this.#disk?.read(`post ${slug}`) as FetchedPost | undefined;
    if (!kept) return undefined;
    const key = revisionKey({ ...kept.post, revision: kept.revision });
    return this.#hold(kept, key, null, Number.NEGATIVE_INFINITY);
  }

  #hold(fetched: FetchedPost, key: string, vouchedFor: string | null, checkedAt: number): HeldPost {
    const version = versionOf(fetched.post);
    const held = { ...fetched, version, key, vouchedFor, checkedAt, readAt: ++this.#reads };
    this.#posts.set(fetched.post.slug, held);
    if (fetched.post.seo?.noindex) this.unindexed.add(fetched.post.slug);
    else this.unindexed.delete(fetched.post.slug);
    if (this.#posts.size > POSTS_IN_MEMORY) this.#forgetOldest();
    return held;
  }

  /** The least recently read. Moving each to the end of the map when it is read would cost more. */
  #forgetOldest(): void {
    const oldest = [...this.#posts.values()].reduce((one, other) =>
      other.readAt < one.readAt ? other : one,
    );
    this.#posts.delete(oldest.post.slug);
  }
}
