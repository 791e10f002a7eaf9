import type { Router } from 'express';
import { postPath, SLUG } from '../../../shared/addresses.ts';
import { replyText, strictRouter } from '../../http/reply.ts';
import { isSecret } from '../../http/secret.ts';
import { readerOf } from '../../page/load.ts';
import type { Pages } from '../../page/pages.ts';
import type { PreviewSource } from '../source/drafts.ts';

/** https://www.contentful.com/developers/docs/references/content-management-api/ */
const ENTRY_ID = /^[\w.-]{1,64}$/;

/**
 * `/preview?secret=…` with `slug=…` or `id=…`: a draft as the site would show it, for editors. The
 * preview token never leaves the server.
 */
export function createPreview(parts: {
  secret: string | null;
  drafts: PreviewSource | null;
  pages: Pages;
}): Router {
  const { secret, drafts, pages } = parts;
  const router = strictRouter();
  if (secret === null || drafts === null) return router; // off: the address is unknown
  router.get('/preview', async (request, response) => {
    const { secret: given, slug, id } = request.query;
    if (!isSecret(given, secret)) {
      replyText(response, 401, 'Unauthorized\n');
      return;
    }
    const post =
      typeof slug === 'string' && SLUG.test(slug)
        ? await drafts.bySlug(slug)
        : typeof id === 'string' && ENTRY_ID.test(id)
          ? await drafts.byId(id)
          : null;
    await pages.sendPrivate(
      response,
      post
        ? {
            status: 200,
            path: postPath(post.slug),
            blog: readerOf({ post: { state: 'ready', post, draft: true } }),
            draft: true,
          }
        : { status: 404, path: '/preview', draft: true },
    );
  });
  return router;
}
