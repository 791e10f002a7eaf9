import type { Request, RequestHandler } from 'express';
import { SCRIPT_HEADER } from '../../shared/blog/reader.ts';
import type { Endpoint } from '../http/endpoints.ts';
import { replyJson } from '../http/reply.ts';
import type { BlogService } from './blog-service.ts';
import {
  type ListLookup,
  MISSING,
  type PostLookup,
  UNAVAILABLE,
  withServiceTimeout,
} from './lookup.ts';

const PAGE_NUMBER = /^[1-9]\d{0,5}$/;

const REFUSALS = {
  missing: [404, 'not_found'],
  gone: [410, 'gone'],
  moved: [301, 'moved'],
  unavailable: [503, 'unavailable'],
} as const;

interface BlogApiParts {
  blog: BlogService;
  /** The script URL of this build: a tab of another build then loads pages in full. */
  script: string;
}

/**
 * Creates `/api/posts` and `/api/posts/{slug}`: the blog as JSON, for navigation inside the site.
 */
export function blogApiEndpoints({ blog, script }: BlogApiParts): Endpoint[] {
  type Lookup = ListLookup | PostLookup;

  function endpoint(path: string, find: (request: Request) => Lookup | Promise<Lookup>): Endpoint {
    const answer: RequestHandler = async (request, response) => {
      response.setHeader(SCRIPT_HEADER, script);
      const found = await withServiceTimeout(find(request), blog);
      const { state, ...shown } = (found ?? UNAVAILABLE).result;
      if (state === 'ready') return replyJson(response, 200, 'post' in shown ? shown.post : shown);
      if ('slug' in shown) response.location(`/api/posts/${encodeURIComponent(shown.slug)}`);
      if (state === 'unavailable') response.set('Retry-After', String(blog.retryAfterSeconds()));
      const [status, error] = REFUSALS[state];
      replyJson(response, status, { error, ...shown });
    };
    return { path, methods: ['GET'], cache: 'no-store', handlers: [answer] };
  }

  return [
    endpoint('/api/posts', ({ query: { page = '1' } }) =>
      typeof page === 'string' && PAGE_NUMBER.test(page) ? blog.list(Number(page)) : MISSING,
    ),
    endpoint('/api/posts/:slug', ({ params }) => blog.post(String(params.slug))),
  ];
}
