import { Feed } from 'feed';
import { plainText } from '../../shared/blog/plain-text.ts';
import { type Post, validDate } from '../../shared/blog/post.ts';
import { resolveText } from '../../shared/head/head.ts';
import { metadata } from '../../shared/pages/Blogs.tsx';
import { listPath, postPath } from '../../shared/routes.ts';
import type { WordingInput } from '../../shared/site/claims.ts';
import type { Site } from '../../shared/site/site-context.ts';
import { escapeText, stripInvalidXml } from '../http/xml.ts';

/** Feed readers ask often and want new posts; the sitemap has the rest. */
export const FEED_LENGTH = 20;

/** The fields of a post that the feed shows. */
export type FeedPost = Pick<
  Post,
  'id' | 'slug' | 'title' | 'publishedDate' | 'excerpt' | 'author' | 'updatedAt'
>;

/** Atom 1.0 (RFC 4287). */
export function feedXml(deps: {
  site: Pick<Site, 'url'> & WordingInput;
  /** Newest first; at most FEED_LENGTH. */
  posts: readonly FeedPost[];
}): string {
  const { site, posts } = deps;
  const entries = posts.map((post) => ({ post, changed: lastModified(post) }));
  const newest = new Date(
    Math.max(0, ...entries.map(({ changed: updatedAt }) => updatedAt.getTime())),
  );
  // Without a post it changes once a day.
  const today = new Date(new Date().setUTCHours(0, 0, 0, 0));
  const feed = new Feed({
    id: site.url + listPath(),
    title: stripInvalidXml(`${site.company.name} blog`),
    description: resolveText(metadata.description, site),
    link: site.url + listPath(),
    feed: `${site.url}/feed.xml`,
    author: {
      name: stripInvalidXml(site.company.name),
      email: stripInvalidXml(site.company.email),
      link: `${site.url}/`,
    },
    updated: entries.length > 0 ? newest : today,
    generator: false,
  });
  for (const { post, changed: updatedAt } of entries) {
    feed.addItem({
      // An id outlives a changed slug (RFC 4287, 4.2.6): it is made of the entry's own id.
      id: `${site.url}${listPath()}#${encodeURIComponent(post.id.toWellFormed())}`,
      link: site.url + postPath(post.slug),
      // The package writes titles and summaries as HTML in CDATA.
      title: escapeText(post.title),
      description: escapeText(plainText(post.excerpt)),
      date: updatedAt,
      published: validDate(post.publishedDate),
      author: post.author ? [{ name: stripInvalidXml(post.author) }] : undefined,
    });
  }
  return feed.atom1();
}

/** Atom requires a time for every entry: without a usable one it is 1970, the same every time. */
const lastModified = (post: FeedPost): Date =>
  validDate(post.updatedAt) ?? validDate(post.publishedDate) ?? new Date(0);
