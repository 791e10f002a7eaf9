import { listPath, NOT_FOUND_ROUTE, pagePath, type RouteMatch } from '../addresses.ts';
import { sharedPicture } from '../blog/picture/images-api.ts';
import { firstParagraph, plainText } from '../blog/plain-text.ts';
import { type Post, validDate } from '../blog/post.ts';
import type { PostList, PostResult } from '../blog/reader.ts';
import { type Facts, wordingOf } from '../site/claims.ts';
import type { Site } from '../site/site-context.ts';
import type { ClaimedText, PageMetadata } from './metadata.ts';

/** The content of a page's `<head>`. Addresses are absolute. */
export interface Head {
  metadata: PageMetadata;
  title: string;
  description: string;
  keywords: string;
  canonical: string;
  /** False on a page that reports something missing. */
  found: boolean;
  image: { url: string; alt: string; width?: number; height?: number };
  previous?: string;
  next?: string;
  /** On a post: it and its dates, as ISO 8601, as far as they are known. */
  article?: { post: Post; published?: string; modified?: string };
}

/** Search results cut descriptions at about this many characters. */
const DESCRIPTION_LENGTH = 155;

/** Head of a page; `data` is what is known of its blog data when the head is written. */
export function headOf(
  metadata: PageMetadata,
  match: RouteMatch,
  site: Site,
  data?: PostList | PostResult,
): Head {
  const found =
    match.route.id !== NOT_FOUND_ROUTE.id &&
    data?.state !== 'missing' &&
    data?.state !== 'unavailable';
  // All addresses at which nothing can be shown have one page, which names none of them.
  const head = plainHead(metadata, site, found ? pagePath(match) : '/');
  head.found = found;
  const { page } = match;
  if (found && page > 1) {
    head.title = suffixed(`${said(metadata.title, site)}, page ${page}`, site);
    head.description = `Page ${page}. ${head.description}`;
  }
  if (data?.state !== 'ready') return head;
  return 'post' in data ? postHead(head, data.post, site) : { ...head, ...neighbours(data, site) };
}

/** Head of a page that stands in for another: it is not indexed. */
export function plainHead(metadata: PageMetadata, site: Site, path = '/'): Head {
  const { title, description, keywords, socialPicture } = metadata;
  return {
    metadata,
    title: suffixed(said(title, site), site),
    description: said(description, site),
    keywords: said(keywords, site),
    canonical: site.url + path,
    found: false,
    image: { url: site.url + socialPicture.path, alt: socialPicture.alt, width: 1200, height: 630 },
  };
}

/** Words of a head, without the no-break spaces of running text. */
export function said(text: ClaimedText, facts: Facts): string {
  return typeof text === 'string' ? text : text(wordingOf(facts)).replaceAll('\u00a0', ' ');
}

/**
 * The default title carries the product name as its suffix; a long post title goes without, so that
 * search results show it whole.
 */
function suffixed(title: string, site: Site): string {
  const whole = `${title} | ${site.company.name}`;
  return whole.length <= 70 ? whole : title;
}

function neighbours(
  { page, pageCount }: { page: number; pageCount: number },
  site: Site,
): Pick<Head, 'previous' | 'next'> {
  return {
    previous: page > 1 ? site.url + listPath(page - 1) : undefined,
    next: page < pageCount ? site.url + listPath(page + 1) : undefined,
  };
}

/** What the editor wrote for search engines takes precedence over what can be derived. */
function postHead(head: Head, post: Post, site: Site): Head {
  const { seo = {} } = post;
  const picture = seo.image ?? post.image;
  return {
    ...head,
    title: suffixed(seo.title ?? post.title, site),
    description:
      shortened(seo.description ?? (plainText(post.excerpt) || firstParagraph(post.content))) ||
      head.description,
    canonical: seo.canonical ?? head.canonical,
    image: (picture && sharedPicture(picture)) ?? head.image,
    article: {
      post,
      published: validDate(post.publishedDate)?.toISOString(),
      modified: validDate(post.updatedAt)?.toISOString(),
    },
  };
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= DESCRIPTION_LENGTH
    ? line
    : `${line.slice(0, line.lastIndexOf(' ', DESCRIPTION_LENGTH - 1))}…`;
}
