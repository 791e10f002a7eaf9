import type { Request, RequestHandler } from 'express';
import { BUILD_HEADER } from '../../shared/blog/blog-client.ts';
import { matchPathname } from '../../shared/routes.ts';
import type { Endpoint } from '../http/endpoints.ts';
import { replyJson } from '../http/reply.ts';
import type { Content } from './content.ts';
import type { Address, Shown } from './lookup.ts';

const PAGE_NUMBER = /^[1-9]\d{0,5}$/;

const ERROR_RESPONSES = {
  missing: [404, 'not_found'],
  gone: [410, 'gone'],
  moved: [301, 'moved'],
  unavailable: [503, 'unavailable'],
} as const;

interface BlogApiDeps {
  content: Pick<Content, 'lookup'>;
  /** Address of the script of this build: a tab of another build then loads pages in full. */
  script: string;
  /** Returns the target of the owner's redirect of a decoded path. */
  redirectOf: (path: string) => string | undefined;
}

/**
 * `/api/posts`, `/api/posts/{slug}` and `/api/pages/{slug}`: the content as JSON, for navigation
 * inside the site.
 */
export function blogApiEndpoints({ content, script, redirectOf }: BlogApiDeps): Endpoint[] {
  function endpoint(
    path: string,
    pages: string,
    addressOf: (request: Request) => Address,
  ): Endpoint {
    const folder = path.replace('/:slug', '');
    const send: RequestHandler = async (request, response) => {
      response.setHeader(BUILD_HEADER, script);
      const found = await content.lookup(addressOf(request));
      // As at the address itself, a live post or page wins over the owner's redirect.
      const location =
        found.state === 'ready' ? undefined : redirectOf(pages + request.params.slug);
      if (location !== undefined)
        return replyJson(response.location(apiAddress(location)), 301, {
          error: 'moved',
          location,
        });
      if (found.state === 'ready') return replyJson(response, 200, bodyOf(found.show()));
      const [status, error] = ERROR_RESPONSES[found.state];
      if (found.state === 'unavailable')
        response.set('Retry-After', String(found.retryAfterSeconds));
      if (found.state !== 'moved') return replyJson(response, status, { error });
      const { slug } = found;
      response.location(`${folder}/${encodeURIComponent(slug)}`);
      replyJson(response, status, { error, slug });
    };
    return { path, methods: ['GET'], cache: 'no-store', handlers: [send] };
  }

  return [
    endpoint('/api/posts', '', ({ query: { page = '1' } }) => ({
      kind: 'list',
      page: typeof page === 'string' && PAGE_NUMBER.test(page) ? Number(page) : 0,
    })),
    endpoint('/api/posts/:slug', '/blogs/', ({ params }) => ({
      kind: 'post',
      slug: String(params.slug),
    })),
    endpoint('/api/pages/:slug', '/', ({ params }) => ({
      kind: 'page',
      slug: String(params.slug),
    })),
  ];
}

/** The same of a post or page as JSON; any other address is its own. */
function apiAddress(location: string): string {
  const { route, slug } = matchPathname(location.replace(/#.*/, ''));
  if (route.data === 'post') return `/api/posts/${encodeURIComponent(slug)}`;
  return route.data === 'page' ? `/api/pages/${slug}` : location;
}

function bodyOf(shown: Shown): object {
  if ('post' in shown) return shown.post;
  if ('contentPage' in shown) return shown.contentPage;
  const { state: _, ...list } = shown;
  return list;
}
