import type { PageData } from '../blog/blog-client.ts';
import { socialImage } from '../blog/picture/images-api.ts';
import { firstParagraph, plainText } from '../blog/plain-text.ts';
import { type Post, validDate } from '../blog/post.ts';
import type { ContentPage } from '../content-page.ts';
import { cutText } from '../cut-text.ts';
import { listPath, NOT_FOUND_ROUTE, pagePath, type RouteMatch } from '../routes.ts';
import { createWording, type WordingInput } from '../site/claims.ts';
import type { Site } from '../site/site-context.ts';
import { CAR_PICTURE, type PageMetadata, type PageText } from './metadata.ts';

/** The content of a page's `<head>`. Addresses are absolute. */
export interface Head {
  metadata: PageMetadata;
  title: string;
  description: string;
  keywords: string;
  /** Empty for a draft, which is no page yet. */
  canonical: string;
  /** False on a page that reports something missing. */
  found: boolean;
  image: { url: string; alt: string; width?: number; height?: number };
  previous?: string;
  next?: string;
  /** The post that the page shows, and its dates in ISO 8601 as far as they are known. */
  article?: { post: Post; published?: string; modified?: string };
  /** The content page that is shown, and its date. */
  contentPage?: { page: ContentPage; modified?: string };
}

/** The sources of a page's head. */
export interface HeadSource {
  metadata: PageMetadata;
  /** Not set for a page that stands in for another. */
  match?: RouteMatch;
  /** The data of the page, as far as it has come when the head is written. */
  data?: PageData | undefined;
  /** Properties of the page's own, which replace the others. */
  own?: ((head: Head) => Partial<Head>) | undefined;
}

export function headFrom({ metadata, match, data, own }: HeadSource, site: Site): Head {
  const head = match ? buildHead(metadata, match, site, data) : baseHead(metadata, site);
  const isDraft = data?.state === 'ready' && 'draft' in data;
  return { ...head, ...own?.(head), ...(isDraft && { found: false, canonical: '' }) };
}

/** Search results cut descriptions at about this many characters. */
export const DESCRIPTION_LENGTH = 155;

/** Returns the head of a page; `data` is its blog data as far as it has come. */
export function buildHead(
  metadata: PageMetadata,
  match: RouteMatch,
  site: Site,
  data?: PageData,
): Head {
  const isFound =
    match.route.id !== NOT_FOUND_ROUTE.id &&
    (data === undefined || data.state === 'ready' || match.route.data === 'none');
  // All addresses at which nothing can be shown have one page, which names none of them.
  const head = baseHead(metadata, site, isFound ? pagePath(match) : '/');
  head.found = isFound;
  const { page } = match;
  if (isFound && page > 1) {
    head.title = withSiteName(`${resolveText(metadata.title, site)}, page ${page}`, site);
    head.description = `Page ${page}. ${head.description}`;
  }
  if (data?.state !== 'ready') return head;
  if ('post' in data) return postHead(head, data.post, site);
  if ('contentPage' in data) {
    const { contentPage, ...own } = contentPageHead(head, data.contentPage, site);
    // A core page keeps its place in the site: its structured data, keywords and index.
    return match.route.data === 'page'
      ? { ...own, contentPage }
      : { ...own, keywords: head.keywords };
  }
  if (page > 1) head.previous = site.url + listPath(page - 1);
  if (page < data.pageCount) head.next = site.url + listPath(page + 1);
  return head;
}

/** Returns the head of a page that stands in for another: it is not indexed. */
function baseHead(metadata: PageMetadata, site: Site, path = '/'): Head {
  const { title, description, keywords } = metadata;
  const { picture, pictureAlt } = pictureOf(metadata, site);
  return {
    metadata,
    title: withSiteName(resolveText(title, site), site, metadata.breadcrumb),
    description: resolveText(description, site),
    keywords: resolveText(keywords, site),
    canonical: site.url + path,
    found: false,
    image: { url: site.url + picture, alt: pictureAlt, width: 1200, height: 630 },
  };
}

/** Returns the picture of shared links: a car where the page's own would show what is not claimed. */
export function pictureOf(metadata: PageMetadata, facts: WordingInput) {
  const { pictureClaim } = metadata;
  return pictureClaim && !createWording(facts)[pictureClaim] ? CAR_PICTURE : metadata;
}

/** Returns the text of a head, without the no-break spaces of running text. */
export function resolveText(text: PageText, facts: WordingInput): string {
  return typeof text === 'string' ? text : text(createWording(facts)).replaceAll('\u00a0', ' ');
}

/**
 * Returns a title with the product name as its suffix. Where both are too long for a search result
 * the short title stands, and a long title without one goes without the name.
 */
function withSiteName(title: string, site: Site, shortTitle = ''): string {
  const { name } = site.company;
  const whole = `${title} | ${name}`;
  if (whole.length <= 70) return whole;
  const short = `${shortTitle} | ${name}`;
  return shortTitle && shortTitle !== 'Home' && short.length <= 60 ? short : title;
}

/** Returns the head of a post. The editor's SEO fields take precedence over derived ones. */
function postHead(head: Head, post: Post, site: Site): Head {
  const { seo = {} } = post;
  const picture = seo.image ?? post.image;
  return {
    ...head,
    title: withSiteName(seo.title ?? post.title, site),
    description:
      truncate(seo.description ?? (plainText(post.excerpt) || firstParagraph(post.content))) ||
      head.description,
    canonical: seo.canonical ?? head.canonical,
    image: (picture && socialImage(picture, site.url)) ?? head.image,
    article: {
      post,
      published: validDate(post.publishedDate)?.toISOString(),
      modified: validDate(post.updatedAt)?.toISOString(),
    },
  };
}

function contentPageHead(head: Head, page: ContentPage, site: Site): Head {
  const { seo = {} } = page;
  const picture = seo.image ?? page.image;
  return {
    ...head,
    title: withSiteName(seo.title ?? page.title, site),
    description: truncate(seo.description ?? page.summary) || head.description,
    keywords: [page.area, head.keywords].filter(Boolean).join(', '),
    image: (picture && socialImage(picture, site.url)) ?? head.image,
    contentPage: { page, modified: validDate(page.updatedAt)?.toISOString() },
  };
}

function truncate(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const cut = cutText(line, DESCRIPTION_LENGTH);
  if (cut === line) return line;
  const end = cut.lastIndexOf(' ');
  // Some languages have no spaces.
  return `${end > 0 ? cut.slice(0, end) : cutText(line, DESCRIPTION_LENGTH - 1)}…`;
}

/** Returns the tags of a head: for search engines, the Open Graph (ogp.me) and the cards of X. */
export function headTags(head: Head, site: Site) {
  const { title, description, canonical, image, article, contentPage, previous, next } = head;
  const { noindex } = article?.post.seo ?? contentPage?.page.seo ?? {};
  const indexed = head.found && !noindex && site.indexing;
  const nameTags = Object.entries({
    description,
    keywords: head.keywords,
    robots: indexed ? 'index, follow' : 'noindex',
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': image.url,
  }).map(([name, content]) => ({ name, content }));
  const properties = Object.entries({
    'og:title': title,
    'og:description': description,
    'og:url': canonical,
    'og:type': article ? 'article' : 'website',
    'og:site_name': site.company.name,
    'og:locale': 'en_GB',
    'og:image': image.url,
    'og:image:width': image.width?.toString(),
    'og:image:height': image.height?.toString(),
    'og:image:alt': image.alt,
    'article:published_time': article?.published,
    'article:modified_time': article?.modified,
  }).flatMap(([property, content]) => (content ? { property, content } : []));
  const links = Object.entries({ canonical, prev: previous, next });
  return {
    title,
    meta: [...nameTags, ...properties],
    link: links.flatMap(([rel, href]) => (href ? { rel, href } : [])),
  };
}
