import { type Request, type RequestHandler, text } from 'express';
import { contentPagePath, PAGE_SLUG, postPath, SLUG } from '../../shared/routes.ts';
import type { Content } from '../content/content.ts';
import type { Drafts } from '../content/contentful/contentful-source.ts';
import { parseJson } from '../content/contentful/entry-fields.ts';
import { clientAddress } from '../http/client-address.ts';
import type { Endpoint } from '../http/endpoints.ts';
import { NO_REFERRER } from '../http/headers.ts';
import type { GuessLimiter } from '../http/rate-limits.ts';
import { replyText, replyTooMany } from '../http/reply.ts';
import { secretsMatch } from '../http/secrets.ts';
import { staticBlogClient } from './load-page.ts';
import type { Pages } from './pages.ts';

/** https://www.contentful.com/developers/docs/references/content-management-api/ */
const ENTRY_ID = /^[\w.-]{1,64}$/;

/** The service's own limit for an answer, which is the form of what is posted. */
const MAX_BODY_SIZE = '7mb';

const WRONG_SECRET =
  'This preview link has no secret, or the wrong one. Ask the person who runs the website for the right link. (The secret is in the preview address in Contentful, under Settings, Content preview, and must match PREVIEW_SECRET on the website.)\n';

/**
 * `/preview?secret=…` with `slug=…` of a post, `page=…` of a page or `id=…` of either: a draft as the site would show it, for editors. A POST
 * shows what an editor is typing and has not saved (client/live-preview.ts). The preview token never
 * leaves the server. After 20 wrong secrets in ten minutes a client gets a 429, whatever it sends.
 */
export function previewEndpoint(deps: {
  secret: string | null;
  trustProxy: number;
  drafts: Drafts | null;
  content: Pick<Content, 'getSnapshot'>;
  pages: Pages;
  wrong: GuessLimiter;
}): Endpoint {
  const { secret, trustProxy, drafts, content, pages, wrong } = deps;
  const authenticate: RequestHandler = (request, response, next) => {
    if (secret === null || drafts === null) return next('route'); // off: the address is unknown
    response.setHeader(...NO_REFERRER);
    const { secret: given } = request.query;
    const client = clientAddress(request, trustProxy);
    const seconds = wrong.secondsFull(client);
    if (seconds > 0) {
      replyTooMany(response, seconds, 'Too many wrong secrets. Try again in ten minutes.\n');
      return;
    }
    if (!secretsMatch(given, secret)) {
      if (given !== undefined) wrong.count(client);
      replyText(response, 401, WRONG_SECRET);
      return;
    }
    next();
  };
  const handle: RequestHandler = async (request, response) => {
    const found = await findDraft(request);
    const missing = { status: request.method === 'POST' ? 422 : 404, path: '/not/found' };
    if (!found) return pages.sendDraft(response, missing);
    const { posts, pages: contentPages } = content.getSnapshot();
    const { issues } = found.draft;
    if ('post' in found) issues.unshift(...posts.slugIssues(found.post));
    else issues.unshift(...contentPages.slugIssues(found.contentPage));
    // A draft of a page may still have the slug of another page of the site.
    const [path, cache] =
      'post' in found
        ? [postPath(found.post.slug), { post: { state: 'ready' as const, ...found } }]
        : [contentPagePath('draft'), { contentPage: { state: 'ready' as const, ...found } }];
    await pages.sendDraft(response, { status: 200, path, blog: staticBlogClient(cache) });
  };
  async function findDraft({ method, body, query: { slug, page, id } }: Request) {
    if (method === 'POST') return drafts?.readDraft(parseJson(String(body))) ?? null;
    if (typeof slug === 'string' && SLUG.test(slug.trim())) return drafts?.draft({ slug });
    if (typeof page === 'string' && PAGE_SLUG.test(page.trim()))
      return drafts?.draft({ page: page.trim() });
    return typeof id === 'string' && ENTRY_ID.test(id) ? drafts?.draft({ id }) : null;
  }
  return {
    path: '/preview',
    methods: ['GET', 'POST'],
    cache: 'no-store',
    handlers: [authenticate, text({ limit: MAX_BODY_SIZE, type: 'application/json' }), handle],
  };
}
