import { type Request, type RequestHandler, text } from 'express';
import { DraftNote } from '../../shared/blog/DraftNote.tsx';
import { FallbackHead } from '../../shared/head/route-head.tsx';
import { Page as Home, metadata as homeMetadata } from '../../shared/pages/Home.tsx';
import { contentPagePath, matchPathname, PAGE_SLUG, postPath, SLUG } from '../../shared/routes.ts';
import type { Content } from '../content/content.ts';
import { parseDraft } from '../content/contentful/list.ts';
import { type Draft, toDraft } from '../content/draft.ts';
import type { SiteAddresses } from '../content/lookup.ts';
import { parseJson } from '../content/parse/entry-fields.ts';
import type { DraftAnswer, DraftSource } from '../content/source.ts';
import { clientAddress } from '../http/client-address.ts';
import type { Endpoint } from '../http/endpoints.ts';
import { type Headers, NO_REFERRER } from '../http/headers.ts';
import type { GuessLimiter } from '../http/rate-limits.ts';
import { replyText, replyTooMany } from '../http/reply.ts';
import { secretsMatch } from '../http/secrets.ts';
import { staticBlogClient } from './load-page.ts';
import type { UnversionedPage } from './page-builders.tsx';
import type { Pages } from './pages.ts';

/** https://www.contentful.com/developers/docs/references/content-management-api/ */
const ENTRY_ID = /^[\w.-]{1,64}$/;

/** The service's own limit for an answer, which is the form of what is posted. */
const MAX_BODY_SIZE = '7mb';

const WRONG_SECRET =
  'This preview link has no secret, or the wrong one. Ask the person who runs the website for the right link. (The secret is in the preview address in Contentful, under Settings, Content preview, and must match PREVIEW_SECRET on the website.)\n';

/**
 * `/preview?secret=…` with `slug=…` of a post, `page=…` of a page or `id=…` of any
 * entry: a draft as the site would show it, for editors. A POST
 * shows what an editor is typing and has not saved (client/live-preview.ts). The preview token never
 * leaves the server. After 20 wrong secrets in ten minutes a client gets a 429, whatever it sends.
 */
export function previewEndpoint(deps: {
  secret: string | null;
  trustProxy: number;
  drafts: DraftSource | null;
  config: SiteAddresses;
  content: Content;
  pages: Pages;
  headers: Headers;
  /** URL of the script that brings a draft up to date while its editor types. */
  script: string;
  wrong: GuessLimiter;
}): Endpoint {
  const { secret, trustProxy, drafts, config: site, content, pages, headers, script, wrong } = deps;
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
    const answer = await findAnswer(request);
    const { snapshot } = content;
    const found = answer && toDraft(answer, { snapshot, site, now: Date.now() });
    const isPost = request.method === 'POST';
    const isShown = found !== null && !(isPost && found.kind === 'home');
    const page = isShown ? toPage(found) : NOTHING;
    const failure = isPost ? 422 : 404;
    const { id, path: route } = matchPathname(page.path).route;
    response.removeHeader('X-Frame-Options');
    await pages.sendToVisitor(response, {
      status: isShown ? 200 : failure,
      route,
      page: id,
      security: headers.draft(id),
      scripted: isShown && found.kind !== 'home',
      entry: { src: script },
      ...page,
      site: { ...page.site, indexing: false },
    });
  };
  async function findAnswer({ method, body, query }: Request): Promise<DraftAnswer | null> {
    const { slug, page, id } = query;
    if (method === 'POST') return parseDraft(parseJson(String(body)));
    if (drafts === null) return null;
    if (typeof slug === 'string' && SLUG.test(slug.trim())) return drafts.findDraft({ slug });
    if (typeof page === 'string' && PAGE_SLUG.test(page.trim()))
      return drafts.findDraft({ page: page.trim() });
    return typeof id === 'string' && ENTRY_ID.test(id) ? drafts.findDraft({ id }) : null;
  }
  return {
    path: '/preview',
    methods: ['GET', 'POST'],
    cache: 'no-store',
    handlers: [authenticate, text({ limit: MAX_BODY_SIZE, type: 'application/json' }), handle],
  };
}

type DraftPage = Pick<UnversionedPage, 'path' | 'blog' | 'site' | 'content'>;

const NOTHING: DraftPage = { path: '/not/found' };

/** Returns the page on which a draft is shown. */
function toPage(found: Draft): DraftPage {
  switch (found.kind) {
    case 'post': {
      const { kind: _, ...post } = found;
      const blog = staticBlogClient({ post: { state: 'ready', ...post } });
      return { path: postPath(found.post.slug), blog };
    }
    case 'page': {
      const { kind: _, ...contentPage } = found;
      const blog = staticBlogClient({ contentPage: { state: 'ready', ...contentPage } });
      // It may still have the slug of another page of the site.
      return { path: contentPagePath('draft'), blog };
    }
    case 'home':
      return { path: '/', site: found.site, content: <HomeDraft issues={found.issues} /> };
  }
}

function HomeDraft({ issues }: { issues: readonly string[] }) {
  return (
    <>
      <FallbackHead metadata={homeMetadata} />
      <DraftNote issues={issues} />
      <Home />
    </>
  );
}
