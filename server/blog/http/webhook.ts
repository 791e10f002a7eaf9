import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { methodNotAllowed, replyEmpty, strictRouter } from '../../http/reply.ts';
import { isSecret } from '../../http/secret.ts';
import type { BlogLibrary, ContentChange } from '../library/library.ts';
import { isRecord } from '../source/record.ts';

const BODY_LIMIT = '100kb';

/**
 * `POST /webhooks/contentful`: an editor published, unpublished or deleted something, and the blog
 * is fetched again before the answer. Without a secret the address is unknown. The body only says
 * where to look: what is true is asked of the content service.
 * https://www.contentful.com/developers/docs/webhooks/request-transformation/
 */
export function createWebhook({
  secret,
  library,
}: {
  secret: string | null;
  library: Pick<BlogLibrary, 'refresh'>;
}): Router {
  const router = strictRouter();
  router.all('/webhooks/contentful', (request: Request, response: Response, next: NextFunction) => {
    response.locals.route = '/webhooks/contentful';
    if (secret === null) replyEmpty(response, 404);
    else if (request.method !== 'POST') methodNotAllowed(response, 'POST');
    else if (!isSecret(request.get('X-Webhook-Secret'), secret)) replyEmpty(response, 401);
    else next();
  });
  router.post('/webhooks/contentful', readBody, async (request, response) => {
    await library.refresh(changeOf(request.get('X-Contentful-Topic') ?? '', request.body));
    replyEmpty(response, 204);
  });
  return router;
}

const parseJson = express.json({ limit: BODY_LIMIT, type: () => true });

/** A body that cannot be read is no reason not to refresh. */
function readBody(request: Request, response: Response, next: NextFunction): void {
  parseJson(request, response, () => next());
}

/** @param topic such as `ContentManagement.Entry.publish` */
function changeOf(topic: string, body: unknown): ContentChange | undefined {
  const kind = /\.(publish|unpublish|delete)$/.exec(topic)?.[1] as
    | ContentChange['kind']
    | undefined;
  if (!kind || !topic.includes('.Entry.')) return undefined;
  const { sys, fields } = isRecord(body) ? body : {};
  if (!isRecord(sys) || typeof sys.id !== 'string') return undefined;
  const slugs = isRecord(fields) && isRecord(fields.slug) ? Object.values(fields.slug) : [];
  return { kind, entryId: sys.id, slugs: slugs.filter((slug) => typeof slug === 'string') };
}
