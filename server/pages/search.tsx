import type { Request, RequestHandler } from 'express';
import { cutText, wellFormed } from '../../shared/cut-text.ts';
import { listPath } from '../../shared/routes.ts';
import type { Content } from '../content/content.ts';
import { clientAddress } from '../http/client-address.ts';
import type { Endpoint } from '../http/endpoints.ts';
import type { RateLimiter } from '../http/rate-limits.ts';
import { replyTooMany } from '../http/reply.ts';
import { SearchPage } from './BlogPages.tsx';
import type { Pages } from './pages.ts';

/** Longest query in characters; the field takes no more. */
const MAX_QUERY_LENGTH = 100;

/**
 * `/search?q=…`: posts that have all of the words. It exists as soon as there are enough posts, and
 * is limited, because each search looks through every post.
 */
export function searchEndpoint(deps: {
  trustProxy: number;
  content: Content;
  pages: Pages;
  limit: RateLimiter;
}): Endpoint {
  const { trustProxy, content, pages, limit } = deps;
  const answer: RequestHandler = async (request, response, next) => {
    const { blog } = content.snapshot;
    if (!blog.hasSearch) return next();
    const wait = limit.take(clientAddress(request, trustProxy));
    if (wait) {
      replyTooMany(response, wait.seconds, 'Too many searches. Try again in ten minutes.\n');
      return;
    }
    const query = parseQuery(request);
    const shown = <SearchPage query={query} results={blog.search(query)} />;
    await pages.sendToVisitor(response, {
      status: 200,
      route: '/search',
      path: listPath(),
      page: 'blogs',
      content: shown,
    });
  };
  return { path: '/search', methods: ['GET'], cache: 'no-store', handlers: [answer] };
}

function parseQuery({ query: { q } }: Request): string {
  const text = typeof q === 'string' ? wellFormed(q).replaceAll('\u00ad', '') : '';
  return cutText(text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim(), MAX_QUERY_LENGTH);
}
