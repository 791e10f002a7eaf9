import { listPath, pagePath, postPath, type RouteMatch, type StandInId } from '../addresses.ts';
import { plainText } from '../blog/plain-text.ts';
import type { Post } from '../blog/post.ts';
import type { PostList, PostResult } from '../blog/reader.ts';
import { FAQ } from '../content/faq.ts';
import type { Site } from '../site/site-context.ts';
import { PAGE_METADATA } from './metadata.ts';
import { blogPosting, breadcrumbs, faqPage, organisation } from './structured-data.ts';

/** Everything a page says of itself in `<head>`. Addresses are absolute. */
export interface Head {
  title: string;
  description: string;
  keywords: string;
  canonical: string;
  robots: 'index, follow' | 'noindex';
  type: 'website' | 'article';
  image: { url: string; alt: string; width: number | null; height: number | null };
  previous?: string;
  next?: string;
  structuredData: object[];
}

/** Search results cut descriptions at about this many characters. */
const DESCRIPTION_LENGTH = 155;
const SOCIAL_PICTURE = { width: 1200, height: 630 };

/** Head of a page; `data` is what is known of its blog data when the head is written. */
export function headOf(match: RouteMatch, site: Site, data?: PostList | PostResult): Head {
  const { route, page } = match;
  const texts = PAGE_METADATA[route.id];
  const canonical = site.url + (route.path === '*' ? '/' : pagePath(match));
  const broken =
    route.id === 'not-found' || data?.state === 'missing' || data?.state === 'unavailable';
  const head: Head = {
    title: suffixed(page > 1 ? `${texts.title}, page ${page}` : texts.title, site),
    description: page > 1 ? `Page ${page}. ${texts.description}` : texts.description,
    keywords: texts.keywords,
    canonical,
    robots: broken || !site.indexing ? 'noindex' : 'index, follow',
    type: 'website',
    image: { url: site.url + texts.socialImage, alt: texts.socialImageAlt, ...SOCIAL_PICTURE },
    structuredData: [],
  };
  if (broken) return head;
  if (data?.state === 'ready' && 'pageCount' in data)
    return { ...head, ...neighbours(data, site), structuredData: [trail(site, route.id)] };
  if (data?.state === 'ready' && 'post' in data) return postHead(head, data.post, site);
  if (route.id === 'home') head.structuredData = [organisation(site), faqPage(FAQ)];
  else head.structuredData = [trail(site, route.id)];
  return head;
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

function trail(site: Site, id: RouteMatch['route']['id']): object {
  return breadcrumbs(site, [
    { name: PAGE_METADATA[id].breadcrumb, path: id === 'blogs' ? '/blogs' : `/${id}` },
  ]);
}

function postHead(head: Head, post: Post, site: Site): Head {
  const picture =
    post.image &&
    (post.image.url.startsWith('/') && !post.image.url.startsWith('//') ? null : post.image);
  const image = picture
    ? {
        url: picture.url.replace(/^\/\//, 'https://'),
        alt: picture.alt,
        width: picture.width,
        height: picture.height,
      }
    : head.image;
  return {
    ...head,
    title: suffixed(post.title, site),
    description: shortened(plainText(post.excerpt)) || head.description,
    type: 'article',
    image,
    structuredData: [
      blogPosting(site, post, image.url),
      breadcrumbs(site, [
        { name: PAGE_METADATA.blogs.breadcrumb, path: listPath() },
        { name: post.title, path: postPath(post.slug) },
      ]),
    ],
  };
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= DESCRIPTION_LENGTH
    ? line
    : `${line.slice(0, line.lastIndexOf(' ', DESCRIPTION_LENGTH - 1))}…`;
}

/** Head of a page that stands in for another: nothing of it is to be found. */
export function standInHead(id: StandInId, site: Site): Head {
  const { title, description, keywords, socialImage, socialImageAlt } = PAGE_METADATA[id];
  return {
    title: suffixed(title, site),
    description,
    keywords,
    canonical: `${site.url}/`,
    robots: 'noindex',
    type: 'website',
    image: { url: site.url + socialImage, alt: socialImageAlt, ...SOCIAL_PICTURE },
    structuredData: [],
  };
}
