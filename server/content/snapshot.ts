import { type FooterPages, PAGE_GROUPS, type PageGroup } from '../../shared/content-page.ts';
import { CORE_PAGES, isCorePage } from '../../shared/routes.ts';
import type { Site } from '../../shared/site/site-context.ts';
import { Blog } from '../blog/blog.ts';
import { hashContent, type PageRecord, type PostRecord } from '../blog/record.ts';
import { slugify } from '../blog/tags.ts';
import { inOrder } from './parse/home-entries.ts';
import {
  NO_PARTS,
  type ParsedContent,
  type Parts,
  type RejectedEntry,
  type ServiceTag,
} from './parse/parse-content.ts';
import type { SlugHistory } from './published.ts';
import { type AddressedEntry, Published } from './published.ts';
import { CONTENT_TYPES, type ContentType, type Revisions } from './source.ts';

/** The most pages in the footer, in all groups together. */
const MAX_FOOTER_PAGES = 24;

/** The content that the source adds to the site's own pages. */
export interface SiteContent {
  /** Takes the place of what the site has otherwise. */
  site: Pick<Site, 'pages' | 'ownPages' | 'faq' | 'testimonials'>;
  /** Changes when, and only when, that does; empty for nothing. */
  version: string;
}

/** The result of a read, with the time at which it began. */
export interface ContentRead extends ParsedContent {
  /** Milliseconds since 1970; later than every read before it. */
  readAt: number;
}

/** The slug histories of everything that has addresses. */
export interface SlugHistories {
  posts: SlugHistory;
  pages: SlugHistory;
  tags: SlugHistory;
}

export const NO_CONTENT: ContentRead = { parts: NO_PARTS, tags: [], readAt: 0 };

/**
 * Everything that is known of the content at one moment. It never changes: a new read, or a date
 * that has come, makes the next one.
 */
export class Snapshot {
  readonly read: ContentRead;
  /** A number that differs whenever anything that is shown does. */
  readonly version: number;
  readonly posts: Published<PostRecord>;
  readonly pages: Published<PageRecord>;
  /** The service's own tags, by which a renamed one is found. */
  readonly tags: Published<AddressedEntry>;
  /** Entries that are not shown, with the reason. */
  readonly rejected: readonly RejectedEntry[];
  /** Revisions of all entries, which tell whether anything has changed since. */
  readonly revisions: Revisions;
  /** A hash of the read without its time: the same on each replica. */
  readonly hash: string;
  #blog: Blog | undefined;
  #siteContent: SiteContent | undefined;

  /**
   * @param now milliseconds since 1970
   * @param histories the slugs that other replicas have seen, or this site before its start
   */
  constructor(read: ContentRead, now: number, previous?: Snapshot, histories?: SlugHistories) {
    const { parts, tags, readAt } = read;
    const rejected = Object.values(parts).flatMap((part) => part?.rejected ?? []);
    const at = { readAt, now, rejected };
    this.read = read;
    this.posts = new Published({
      ...at,
      entries: parts.blogPost?.entries ?? [],
      previous: previous?.posts,
      slugHistory: histories?.posts,
    });
    this.pages = new Published({
      ...at,
      entries: parts.page?.entries ?? [],
      previous: previous?.pages,
      slugHistory: histories?.pages,
    });
    this.tags = new Published({
      ...at,
      entries: tags.map(toAddressedTag),
      previous: previous?.tags,
      slugHistory: histories?.tags,
    });
    this.rejected = [...rejected, ...this.posts.conflicts, ...this.pages.conflicts];
    this.revisions = Object.assign({}, ...Object.values(parts).map((part) => part?.revisions));
    this.hash = previous?.read === read ? previous.hash : hashRead(read);
    const isShownAlike = previous?.hash === this.hash && previous.nextPublishAt > now;
    this.version = (previous?.version ?? 0) + (isShownAlike ? 0 : 1);
  }

  /** The time at which it is to be built again; Infinity when no date will change it. */
  get nextPublishAt(): number {
    return this.posts.nextPublishAt;
  }

  /** Tells whether a part has been read once. */
  knows(type: ContentType): boolean {
    return this.read.parts[type] !== null;
  }

  /** The types that the source has, as far as it is known. */
  get presentTypes(): ContentType[] {
    return CONTENT_TYPES.filter((type) => this.read.parts[type]?.isAbsent !== true);
  }

  /** Lists, tags and related posts. */
  get blog(): Blog {
    this.#blog ??= new Blog(this.posts.visible.values());
    return this.#blog;
  }

  /** The pages that search engines may index at addresses of their own, by title. */
  get indexedPages(): PageRecord[] {
    return [...this.pages.visible.values()]
      .filter(({ slug, noindex }) => !noindex && !isCorePage(slug))
      .sort((a, b) => a.title.localeCompare(b.title, 'en-GB'));
  }

  /** The parts that the site's own pages show. */
  get siteContent(): SiteContent {
    this.#siteContent ??= toSiteContent(this.read.parts, this.pages);
    return this.#siteContent;
  }

  /** The slug histories, which outlive a restart beside the content itself. */
  get histories(): SlugHistories {
    const { posts, pages, tags } = this;
    return { posts: posts.slugHistory, pages: pages.slugHistory, tags: tags.slugHistory };
  }
}

function toAddressedTag({ id, name }: ServiceTag): AddressedEntry {
  return { id, slug: slugify(name), title: name, publishAt: Number.MIN_SAFE_INTEGER };
}

function hashRead({ parts, tags }: ContentRead): string {
  const { blogPost, page, ...others } = parts;
  const shown = (part: Parts['blogPost'] | Parts['page']) =>
    part && { ...part, entries: part.entries.map(({ id, version }) => [id, version]) };
  return hashContent([shown(blogPost), shown(page), others, tags]);
}

/** The pages in the footer, the questions and the testimonials on Home. */
function toSiteContent(parts: Parts, pages: Published<PageRecord>): SiteContent {
  const questions = parts.question?.entries.filter(({ isOnHome }) => isOnHome) ?? [];
  const testimonials = parts.testimonial?.entries ?? [];
  const site: SiteContent['site'] = {};
  const listed = toFooterPages([...pages.visible.values()]);
  if (Object.keys(listed).length > 0) site.pages = listed;
  const ownPages = CORE_PAGES.filter((id) => pages.visible.has(id));
  if (ownPages.length > 0) site.ownPages = ownPages;
  if (questions.length > 0)
    site.faq = inOrder(questions, ({ question }) => question).map(({ question, answer }) => ({
      question,
      answer,
    }));
  if (testimonials.length > 0)
    site.testimonials = inOrder(testimonials, ({ name }) => name).map(
      ({ order: _, id: __, ...testimonial }) => testimonial,
    );
  return { site, version: Object.keys(site).length > 0 ? hashContent(site) : '' };
}

function toFooterPages(pages: readonly PageRecord[]): FooterPages {
  const rank = ({ group }: PageRecord) => Object.keys(PAGE_GROUPS).indexOf(group as PageGroup);
  const listed = pages
    .filter(({ slug, group, noindex }) => group && !noindex && !isCorePage(slug))
    .sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title, 'en-GB'))
    .slice(0, MAX_FOOTER_PAGES);
  const groups = Map.groupBy(listed, ({ group }) => group as PageGroup);
  return Object.fromEntries(
    [...groups].map(([group, members]) => [
      group,
      members.map(({ slug, title }) => ({ slug, title })),
    ]),
  );
}
