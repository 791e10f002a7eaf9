import type { Request, RequestHandler } from 'express';
import { BUILD_HEADER, type PageData } from '../../shared/blog/blog-client.ts';
import { matchPathname } from '../../shared/routes.ts';
import type { Endpoint } from '../http/endpoints.ts';
import { replyJson } from '../http/reply.ts';
import type { BlogService } from './blog-service.ts';
import { type ListLookup, NOT_FOUND, type PostLookup, waitForContent } from './lookup.ts';
import type { PageLookup, PageService } from './page-service.ts';

const PAGE_NUMBER = /^[1-9]\d{0,5}$/;

const ERROR_RESPONSES = {
  missing: [404, 'not_found'],
  gone: [410, 'gone'],
  moved: [301, 'moved'],
  unavailable: [503, 'unavailable'],
} as const;

interface BlogApiDeps {
  blog: BlogService;
  contentPages: PageService;
  /** Address of the script of this build: a tab of another build then loads pages in full. */
  script: string;
  /** Returns the target of the owner's redirect of a decoded path. */
  redirectOf: (path: string) => string | undefined;
}

/**
 * `/api/posts`, `/api/posts/{slug}` and `/api/pages/{slug}`: the content as JSON, for navigation
 * inside the site.
 */
export function blogApiEndpoints(deps: BlogApiDeps): Endpoint[] {
  const { blog, contentPages, script, redirectOf } = deps;
  type Lookup = ListLookup | PostLookup | PageLookup;

  function endpoint(
    path: string,
    pages: string,
    lookup: (request: Request) => Lookup | Promise<Lookup>,
  ): Endpoint {
    const folder = path.replace('/:slug', '');
    const answer: RequestHandler = async (request, response) => {
      response.setHeader(BUILD_HEADER, script);
      const found = await waitForContent(lookup(request), blog);
      const { result } = found ?? blog.unanswered();
      // As at the address itself, a live post or page wins over the owner's redirect.
      const location =
        result.state === 'ready' ? undefined : redirectOf(pages + request.params.slug);
      if (location !== undefined)
        return replyJson(response.location(apiAddress(location)), 301, {
          error: 'moved',
          location,
        });
      if (result.state === 'ready') return replyJson(response, 200, bodyOf(result));
      const { state, ...body } = result;
      if ('slug' in body) response.location(`${folder}/${encodeURIComponent(body.slug)}`);
      if (state === 'unavailable') response.set('Retry-After', String(blog.retryAfterSeconds()));
      const [status, error] = ERROR_RESPONSES[state];
      replyJson(response, status, { error, ...body });
    };
    return { path, methods: ['GET'], cache: 'no-store', handlers: [answer] };
  }

  return [
    endpoint('/api/posts', '', ({ query: { page = '1' } }) =>
      typeof page === 'string' && PAGE_NUMBER.test(page) ? blog.list(Number(page)) : NOT_FOUND,
    ),
    endpoint('/api/posts/:slug', '/blogs/', ({ params }) => blog.post(String(params.slug))),
    endpoint('/api/pages/:slug', '/', ({ params }) => contentPages.page(String(params.slug))),
  ];
}

/** The same of a post or page as JSON; any other address is its own. */
function apiAddress(location: string): string {
  const { route, slug } = matchPathname(location.replace(/#.*/, ''));
  if (route.data === 'post') return `/api/posts/${encodeURIComponent(slug)}`;
  return route.data === 'page' ? `/api/pages/${slug}` : location;
}

function bodyOf(result: Extract<PageData, { state: 'ready' }>): object {
  if ('post' in result) return result.post;
  if ('contentPage' in result) return result.contentPage;
  const { state: _, ...list } = result;
  return list;
}
