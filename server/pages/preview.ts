import type { RequestHandler } from 'express';
import { postPath, SLUG } from '../../shared/addresses.ts';
import type { Drafts } from '../blog/contentful/contentful.ts';
import { clientAddress, networkOf } from '../http/address.ts';
import type { Endpoint } from '../http/endpoints.ts';
import type { WrongGuesses } from '../http/limits.ts';
import { replyText } from '../http/reply.ts';
import { isSecret } from '../http/secret.ts';
import { readerOf } from './load.ts';
import type { Pages } from './pages.ts';

/** https://www.contentful.com/developers/docs/references/content-management-api/ */
const ENTRY_ID = /^[\w.-]{1,64}$/;

/**
 * `/preview?secret=…` with `slug=…` or `id=…`: a draft as the site would show it, for editors. The
 * preview token never leaves the server. After 20 wrong secrets in ten minutes a client gets a 429,
 * whatever it sends.
 */
export function previewEndpoint(parts: {
  secret: string | null;
  trustProxy: number;
  drafts: Drafts | null;
  pages: Pages;
  wrong: WrongGuesses;
}): Endpoint {
  const { secret, trustProxy, drafts, pages, wrong } = parts;
  const answer: RequestHandler = async (request, response, next) => {
    if (secret === null || drafts === null) return next(); // off: the address is unknown
    const { secret: given, slug, id } = request.query;
    const client = networkOf(clientAddress(request, trustProxy), 64);
    const seconds = await wrong.secondsFull(client);
    if (seconds > 0) {
      response.setHeader('Retry-After', String(seconds));
      replyText(response, 429, 'Too many wrong secrets. Try again in ten minutes.\n');
      return;
    }
    if (!isSecret(given, secret)) {
      if (given !== undefined) await wrong.count(client);
      replyText(response, 401, 'Unauthorized\n');
      return;
    }
    const draft =
      typeof slug === 'string' && SLUG.test(slug.trim())
        ? await drafts.post(slug)
        : typeof id === 'string' && ENTRY_ID.test(id)
          ? await drafts.entry(id)
          : null;
    await pages.sendDraft(
      response,
      draft
        ? {
            status: 200,
            path: postPath(draft.post.slug),
            blog: readerOf({ post: { state: 'ready', post: draft.post, draft: true } }),
          }
        : { status: 404, path: '/preview' },
    );
  };
  return { path: '/preview', methods: ['GET'], cache: 'no-store', handlers: [answer] };
}
