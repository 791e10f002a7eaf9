import type { PostList } from '../../shared/blog/blog-client.ts';
import type { Post, PostSummary, PostTag } from '../../shared/blog/post.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import { hashContent, type PostRecord, readRecord } from './record.ts';
import { searchPosts, toSearchPrefixes } from './search.ts';
import {
  groupByTag,
  hasPage,
  pageCountOf,
  relatedPosts,
  type Tag,
  tagPaths,
  toTags,
} from './tags.ts';

/** Tags that are shown above the list of all posts. */
const MAX_TAGS_OF_LIST = 12;
/**
 * Posts of one tag that are considered as related ones: one more than are shown, the post itself.
 */
const MAX_RELATED_OF_TAG = 4;
/** The least posts for which there is a search: fewer are looked through as quickly. */
const MIN_POSTS_FOR_SEARCH = 50;

type ReadyList = Extract<PostList, { state: 'ready' }>;

/** A page of a list. The version changes when, and only when, what it shows does. */
export interface ListPage {
  list: ReadyList;
  version: string;
}

/** Lists, tags and related posts, derived from one snapshot. */
export class Blog {
  /** All posts, newest first. */
  readonly posts: readonly PostRecord[];
  /** List pages by key, each made at its first use. */
  readonly #pages = new Map<string, ListPage>();
  readonly #versions = new Map<string, string>();
  #tags: ReadonlyMap<string, Tag<PostRecord>> | undefined;

  constructor(posts: Iterable<PostRecord>) {
    this.posts = [...posts];
  }

  get hasSearch(): boolean {
    return this.posts.length >= MIN_POSTS_FOR_SEARCH;
  }

  /**
   * Returns a page of twenty posts: of all, or of a tag by its slug; undefined when there is no
   * such page.
   */
  getListPage(page: number, tag?: string): ListPage | undefined {
    const key = `${page} ${tag ?? ''}`;
    const made = this.#pages.get(key) ?? this.#makeListPage(page, tag);
    // Pages that do not exist may be asked for without end.
    if (made) this.#pages.set(key, made);
    return made;
  }

  #makeListPage(page: number, slug: string | undefined): ListPage | undefined {
    const tag = slug === undefined ? undefined : this.#tagsWithPage().get(slug);
    if (slug !== undefined && !tag) return undefined;
    const all = tag?.posts ?? this.posts;
    const pageCount = pageCountOf(all.length);
    if (page > pageCount) return undefined;
    let tags: PostTag[] = [];
    if (tag) tags = [tag];
    else if (page === 1) tags = this.#largestTags();
    const list: ReadyList = {
      state: 'ready',
      posts: all.slice((page - 1) * BLOG_PAGE_SIZE, page * BLOG_PAGE_SIZE).map(toCard),
      page,
      pageCount,
    };
    if (tags.length > 0) list.tags = tags.map(({ slug, name }) => ({ slug, name }));
    if (!tag && this.hasSearch) list.search = true;
    return { list, version: hashContent(list) };
  }

  #largestTags(): Tag<PostRecord>[] {
    const tags = [...this.#tagsWithPage().values()];
    return tags.sort((a, b) => b.posts.length - a.posts.length).slice(0, MAX_TAGS_OF_LIST);
  }

  /** Returns a post as its page shows it. */
  getPost(record: PostRecord): Post {
    const { tags: _names, ...post } = readRecord(record);
    const { next, tagPages } = this.#linksOf(record);
    return { ...post, next, ...(tagPages.length > 0 && { tagPages }) };
  }

  /** Returns a version that changes when, and only when, the result of `getPost` does. */
  getPostVersion(record: PostRecord): string {
    const version =
      this.#versions.get(record.id) ?? hashContent([record.version, this.#linksOf(record)]);
    this.#versions.set(record.id, version);
    return version;
  }

  /**
   * Returns a page's worth of posts with all the words of a text, the best first; null for no
   * words.
   */
  search(text: string): PostSummary[] | null {
    const prefixes = toSearchPrefixes(text);
    if (prefixes.length === 0) return null;
    return searchPosts(this.posts, prefixes).slice(0, BLOG_PAGE_SIZE).map(toCard);
  }

  /** Returns the paths of all pages of tags. */
  tagPaths(): string[] {
    return [...this.#tagsWithPage().values()].flatMap(tagPaths);
  }

  /** Returns what a post shows of others: related posts, and the pages of its tags. */
  #linksOf({ slug, related, tags: names }: PostRecord) {
    const tags = toTags(names).flatMap((tag) => this.#allTags().get(tag.slug) ?? []);
    const alike = tags
      .flatMap(({ posts }) => posts.slice(0, MAX_RELATED_OF_TAG))
      .sort((a, b) => b.publishAt - a.publishAt);
    return {
      next: relatedPosts({ slug, next: related }, this.posts, alike),
      tagPages: tags.filter(hasPage).map(({ slug, name }) => ({ slug, name })),
    };
  }

  #allTags(): ReadonlyMap<string, Tag<PostRecord>> {
    this.#tags ??= groupByTag(this.posts, ({ tags }) => tags);
    return this.#tags;
  }

  #tagsWithPage(): ReadonlyMap<string, Tag<PostRecord>> {
    return new Map([...this.#allTags()].filter(([, tag]) => hasPage(tag)));
  }
}

/** Returns the summary that a list shows. A post without a picture is drawn by its tags. */
export function toCard(record: PostRecord): PostSummary {
  const { id, slug, title, publishedDate, excerpt, image } = record;
  const card = { id, slug, title, publishedDate, excerpt, image };
  const tags = toTags(record.tags).map(({ name }) => name);
  return image === null && tags.length > 0 ? { ...card, tags } : card;
}
