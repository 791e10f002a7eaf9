import type { Site } from '../site/site-context.ts';
import type { Head } from './head.ts';

interface HeadTags {
  title: string;
  meta: ({ name: string; content: string } | { property: string; content: string })[];
  link: { rel: string; href: string }[];
}

/** The tags of a head: for search engines, the Open Graph (ogp.me) and the cards of X. */
export function headTags(head: Head, site: Site): HeadTags {
  const { title, description, canonical, image, article, previous, next } = head;
  const indexed = head.found && !article?.post.seo?.noindex && site.indexing;
  const named = Object.entries({
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
    meta: [...named, ...properties],
    link: links.flatMap(([rel, href]) => (href ? { rel, href } : [])),
  };
}
