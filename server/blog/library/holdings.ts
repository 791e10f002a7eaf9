import type { Post } from '../../../shared/blog/post.ts';
import type { PostPage } from '../source/source.ts';
import type { DiskCopy } from './disk-copy.ts';
import { FormerSlugs } from './former-slugs.ts';
import {
  type KnownPost,
  knownPost,
  type ListLookup,
  listLookup,
  type PostLookup,
  pageCountOf,
  postLookup,
} from './lookup.ts';

/** Posts on list pages that are held: the newest 500, however many there are. */
export const LIST_PAGES_HELD = 25;
/** Posts that were asked for by themselves and are on no list page that is held. */
const SINGLE_POSTS_HELD = 500;

interface HeldPost {
  post: Post;
  lookup: PostLookup;
  /** When the service last vouched for it, milliseconds of the library's clock. */
  checkedAt: number;
  /** The list page that holds it, 0 for none. */
  page: number;
}

interface HeldList {
  lookup: ListLookup;
  slugs: string[];
  total: number;
  checkedAt: number;
}

/**
 * The content that the library holds, bounded, and what it remembers of slugs that are no longer
 * used. No calls, no clock.
 */
export class Holdings {
  readonly #lists = new Map<number, HeldList>();
  readonly #listed = new Map<string, HeldPost>();
  /** Least recently used first. */
  readonly #singles = new Map<string, HeldPost>();
  readonly #slugOf = new Map<string, string>();
  readonly former = new FormerSlugs();
  #disk: DiskCopy | null = null;
  #pageCount: number | null = null;

  /** Null before the first list. */
  get pageCount(): number | null {
    return this.#pageCount;
  }

  /**
   * Takes over what was kept on disk, as content that nobody has vouched for lately, and keeps what
   * changes from now on.
   */
  restore(disk: DiskCopy): void {
    for (const { page, total, posts } of disk.read()) {
      if (page > 0) this.adoptList(page, { posts, total }, Number.NEGATIVE_INFINITY);
      else for (const post of posts) this.adoptPost(post, Number.NEGATIVE_INFINITY);
    }
    this.#disk = disk;
  }

  list(page: number): HeldList | undefined {
    return this.#lists.get(page);
  }

  post(slug: string): HeldPost | undefined {
    const listed = this.#listed.get(slug);
    if (listed) return listed;
    const single = this.#singles.get(slug);
    if (single) {
      this.#singles.delete(slug);
      this.#singles.set(slug, single);
    }
    return single;
  }

  slugOfEntry(id: string): string | undefined {
    return this.#slugOf.get(id);
  }

  /** The slug that a former slug's post has now. */
  movedTo(slug: string): string | undefined {
    return this.slugOfEntry(this.former.get(slug)?.id ?? '');
  }

  /** Slugs of single posts, most recently used first. */
  singles(): string[] {
    return [...this.#singles.keys()].reverse();
  }

  known(): KnownPost[] {
    return [...this.#listed.values(), ...this.#singles.values()]
      .map(({ post }) => knownPost(post))
      .sort((a, b) => b.publishedDate.localeCompare(a.publishedDate));
  }

  adoptList(page: number, { posts, total }: PostPage, now: number): void {
    const before = this.#lists.get(page);
    const held = new Map(posts.map((post) => [post.slug, post] as const).reverse()); // the first of a slug counts
    const unique = posts.filter((post) => held.get(post.slug) === post);
    const changes = unique.map((post) => this.#hold(post, page, now));
    const lookup = listLookup(unique, page, total);
    const slugs = unique.map((post) => post.slug);
    this.#lists.set(page, {
      lookup: before?.lookup.version === lookup.version ? before.lookup : lookup,
      slugs,
      total,
      checkedAt: now,
    });
    for (const slug of slugs) this.#list(slug, page);
    for (const slug of before?.slugs ?? []) if (!held.has(slug)) this.#unlist(slug, page);
    this.#pageCount = pageCountOf(total);
    for (const other of [...this.#lists.keys()]) if (other > this.#pageCount) this.#dropList(other);
    if (this.#lists.size > LIST_PAGES_HELD) this.#dropList(this.#leastUsefulList(page));
    if (before?.lookup.version !== lookup.version || changes.includes(true))
      this.#disk?.keepList({ page, total, posts: unique });
  }

  adoptPost(post: Post, now: number): void {
    const changed = this.#hold(post, 0, now);
    const held = this.post(post.slug);
    if (held && held.page === 0 && changed) this.#disk?.keepPost(post);
    this.#boundSingles();
  }

  /**
   * The service has no post under this slug. @returns false when it never had one that is
   * remembered
   */
  retire(slug: string, now: number): boolean {
    const held = this.post(slug);
    if (held) this.#forget(slug, held.post.id, now);
    return held !== undefined || this.former.confirm(slug, now);
  }

  /** Nothing counts as fresh any more. */
  expire(): void {
    for (const held of [
      ...this.#lists.values(),
      ...this.#listed.values(),
      ...this.#singles.values(),
    ])
      held.checkedAt = Number.NEGATIVE_INFINITY;
    this.former.expire();
  }

  /** @returns true when the content is new */
  #hold(post: Post, page: number, now: number): boolean {
    const previousSlug = this.#slugOf.get(post.id);
    if (previousSlug !== undefined && previousSlug !== post.slug)
      this.#forget(previousSlug, post.id, now);
    this.former.reused(post.slug);
    const lookup = postLookup(post);
    const held = this.post(post.slug);
    if (held && held.post.id !== post.id) this.#slugOf.delete(held.post.id); // another entry took the slug over
    this.#slugOf.set(post.id, post.slug);
    if (!held) {
      this.#singles.set(post.slug, { post, lookup, checkedAt: now, page: 0 });
      return true;
    }
    held.checkedAt = now;
    if (held.lookup.version === lookup.version) return false;
    Object.assign(held, { post, lookup });
    if (page === 0 && held.page > 0) this.#rewriteList(held.page, () => {});
    return true;
  }

  #list(slug: string, page: number): void {
    const held = this.post(slug) as HeldPost;
    if (held.page === 0) this.#disk?.dropPost(slug);
    held.page = page;
    this.#singles.delete(slug);
    this.#listed.set(slug, held);
  }

  /** A post that left its list page stays known until somebody asks for it and it is looked up. */
  #unlist(slug: string, page: number): void {
    const held = this.#listed.get(slug);
    if (!held || held.page !== page) return; // it moved on to another page, or is gone
    this.#listed.delete(slug);
    this.#singles.set(slug, Object.assign(held, { page: 0, checkedAt: Number.NEGATIVE_INFINITY }));
    this.#disk?.keepPost(held.post);
    this.#boundSingles();
  }

  #forget(slug: string, id: string, now: number): void {
    const held = this.post(slug);
    this.#listed.delete(slug);
    this.#singles.delete(slug);
    this.#disk?.dropPost(slug);
    this.#slugOf.delete(id);
    this.former.add(slug, id, now);
    if (held && held.page > 0)
      this.#rewriteList(held.page, (slugs) => slugs.splice(slugs.indexOf(slug), 1));
  }

  /** Makes a list page anew from the posts that are held, after one of them changed or went. */
  #rewriteList(page: number, change: (slugs: string[]) => void): void {
    const list = this.#lists.get(page);
    if (!list) return;
    change(list.slugs);
    const posts = list.slugs.flatMap((slug) => this.#listed.get(slug)?.post ?? []);
    list.lookup = listLookup(posts, page, list.total);
    this.#disk?.keepList({ page, total: list.total, posts });
  }

  #dropList(page: number): void {
    const list = this.#lists.get(page);
    this.#lists.delete(page);
    this.#disk?.dropList(page);
    for (const slug of list?.slugs ?? []) this.#unlist(slug, page);
  }

  /** The last page but the one that was just fetched: readers and crawlers come from the front. */
  #leastUsefulList(fetched: number): number {
    return Math.max(...[...this.#lists.keys()].filter((page) => page !== fetched));
  }

  #boundSingles(): void {
    for (const [slug, { post }] of this.#singles) {
      if (this.#singles.size <= SINGLE_POSTS_HELD) break;
      this.#singles.delete(slug);
      this.#slugOf.delete(post.id);
      this.#disk?.dropPost(slug);
    }
  }
}
