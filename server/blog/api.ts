import type { RequestHandler, Response } from 'express';
import { SCRIPT_HEADER } from '../../shared/blog/reader.ts';
import type { Endpoint } from '../http/endpoints.ts';
import { replyJson } from '../http/reply.ts';
import type { BlogService } from './blog-service.ts';
import { MISSING, type PostLookup, UNAVAILABLE, withServiceTimeout } from './lookup.ts';

const PAGE_NUMBER = /^[1-9]\d{0,5}$/;

interface BlogApiParts {
  blog: BlogService;
  /** Address of the script of this build: a tab of another build then loads pages in full. */
  script: string;
}

/** `/api/posts` and `/api/posts/{slug}`: the blog as JSON, for navigation inside the site. */
export function blogApiEndpoints({ blog, script }: BlogApiParts): Endpoint[] {
  const nameBuild: RequestHandler = (_request, response, next) => {
    response.setHeader(SCRIPT_HEADER, script);
    next();
  };

  const list: RequestHandler = async (request, response) => {
    const { page: number = '1' } = request.query;
    const isNumber = typeof number === 'string' && PAGE_NUMBER.test(number);
    const lookup = isNumber ? await withServiceTimeout(blog.list(Number(number)), blog) : MISSING;
    const { result } = lookup ?? UNAVAILABLE;
    if (result.state !== 'ready') return refuse(response, result);
    const { state: _, ...list } = result;
    replyJson(response, 200, list);
  };

  const post: RequestHandler<{ slug: string }> = async (request, response) => {
    const lookup = await withServiceTimeout(blog.post(request.params.slug), blog);
    const { result } = lookup ?? UNAVAILABLE;
    if (result.state !== 'ready') return refuse(response, result);
    replyJson(response, 200, result.post);
  };

  function refuse(
    response: Response,
    result: Exclude<PostLookup['result'], { state: 'ready' }>,
  ): void {
    if (result.state === 'missing') replyJson(response, 404, { error: 'not_found' });
    else if (result.state === 'gone') replyJson(response, 410, { error: 'gone' });
    else if (result.state === 'moved') {
      response.location(`/api/posts/${encodeURIComponent(result.slug)}`);
      replyJson(response, 301, { error: 'moved', slug: result.slug });
    } else {
      response.set('Retry-After', String(blog.retryAfterSeconds()));
      replyJson(response, 503, { error: 'unavailable' });
    }
  }

  const json = { methods: ['GET'], cache: 'no-store' } as const;
  return [
    { ...json, path: '/api/posts', handlers: [nameBuild, list] },
    { ...json, path: '/api/posts/:slug', handlers: [nameBuild, post as RequestHandler] },
  ];
}
