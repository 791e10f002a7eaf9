import type { Response, Router } from 'express';
import { SCRIPT_HEADER } from '../../../shared/blog/reader.ts';
import { replyJson, strictRouter } from '../../http/reply.ts';
import { patiently } from '../library/calls/patience.ts';
import type { BlogLibrary } from '../library/library.ts';
import { type ListLookup, type PostLookup, UNAVAILABLE } from '../library/lookup.ts';

const PAGE_NUMBER = /^[1-9]\d{0,5}$/;

interface BlogApiParts {
  library: BlogLibrary;
  /** Address of the script of this build: a tab of another build then loads pages in full. */
  script: string;
}

/** `/api/posts` and `/api/posts/{slug}`: the blog as JSON, for navigation inside the site. */
export function createBlogApi({ library, script }: BlogApiParts): Router {
  const router = strictRouter();

  router.use('/api/posts', (_request, response, next) => {
    response.setHeader(SCRIPT_HEADER, script);
    next();
  });

  router.get('/api/posts', async (request, response) => {
    const { page = '1' } = request.query;
    if (typeof page !== 'string' || !PAGE_NUMBER.test(page))
      replyJson(response, 404, { error: 'not_found' });
    else {
      const lookup = await patiently(library.list(Number(page)), library);
      answerList(response, lookup ?? UNAVAILABLE);
    }
  });

  router.get('/api/posts/:slug', async (request, response) => {
    const lookup = await patiently(library.post(request.params.slug), library);
    answerPost(response, lookup ?? UNAVAILABLE);
  });

  function answerList(response: Response, { result }: ListLookup): void {
    if (result.state === 'ready') {
      const { posts, page, pageCount } = result;
      replyJson(response, 200, { posts, page, pageCount });
    } else if (result.state === 'missing') replyJson(response, 404, { error: 'not_found' });
    else answerUnavailable(response);
  }

  function answerPost(response: Response, { result }: PostLookup): void {
    if (result.state === 'ready') replyJson(response, 200, result.post);
    else if (result.state === 'missing') replyJson(response, 404, { error: 'not_found' });
    else if (result.state === 'gone') replyJson(response, 410, { error: 'gone' });
    else if (result.state === 'moved') {
      response.location(`/api/posts/${encodeURIComponent(result.slug)}`);
      replyJson(response, 301, { error: 'moved', slug: result.slug });
    } else answerUnavailable(response);
  }

  function answerUnavailable(response: Response): void {
    response.set('Retry-After', String(library.retryAfterSeconds()));
    replyJson(response, 503, { error: 'unavailable' });
  }

  return router;
}
