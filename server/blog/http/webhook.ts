import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { methodNotAllowed, replyEmpty, strictRouter } from '../../http/reply.ts';
import { isSecret } from '../../http/secret.ts';
import type { ContentChange } from '../library/editor-changes.ts';
import type { BlogLibrary } from '../library/library.ts';
import { isRecord } from '../source/is-record.ts';
import { isSigned } from './signature.ts';

const BODY_LIMIT = '1mb';
/** Events that change nothing published, such as an editor's auto-saves, cause no call. */
const CHANGES = ['publish', 'unpublish', 'delete', 'archive'];

interface WebhookParts {
  /** The first is for the header `X-Webhook-Secret`, the second for Contentful's signatures. */
  config: { webhookSecret: string | null; webhookSigningSecret: string | null };
  library: Pick<BlogLibrary, 'refresh'>;
}

/**
 * `POST /webhooks/contentful`: an editor published, unpublished or deleted something, and the blog
 * is fetched again before the answer. Either secret is accepted; with neither configured the
 * address is a 404. The body only says where to look: the content service is asked for the truth.
 * https://www.contentful.com/developers/docs/webhooks/overview/
 */
export function createWebhook({ config, library }: WebhookParts): Router {
  const { webhookSecret: secret, webhookSigningSecret: signingSecret } = config;
  const router = strictRouter();
  router.all('/webhooks/contentful', (request: Request, response: Response, next: NextFunction) => {
    response.locals.route = '/webhooks/contentful';
    const isShared = secret !== null && isSecret(request.get('X-Webhook-Secret'), secret);
    const maySign = signingSecret !== null && request.get('X-Contentful-Signature') !== undefined;
    if (secret === null && signingSecret === null) replyEmpty(response, 404);
    else if (request.method !== 'POST') methodNotAllowed(response, 'POST');
    else if (!isShared && !maySign) replyEmpty(response, 401);
    else
      readBody(request, response, () => {
        if (!Buffer.isBuffer(request.body)) request.body = Buffer.alloc(0);
        const options = { secret: signingSecret as string, now: Date.now() };
        if (isShared || isSigned(request, request.body, options)) next();
        else replyEmpty(response, 401);
      });
  });
  router.post('/webhooks/contentful', async (request, response) => {
    const [, type, action = ''] = (request.get('X-Contentful-Topic') ?? '').split('.');
    if (type === undefined) await library.refresh();
    else if (CHANGES.includes(action)) await library.refresh(changeOf(type, action, request.body));
    replyEmpty(response, 204);
  });
  return router;
}

const parseRaw = express.raw({ limit: BODY_LIMIT, type: () => true });

/** The blog is refreshed even when the body cannot be read. */
function readBody(request: Request, response: Response, next: () => void): void {
  parseRaw(request, response, () => next());
}

function changeOf(type: string, action: string, json: Buffer): ContentChange | undefined {
  const { sys } = parse(json);
  if (!isRecord(sys) || typeof sys.id !== 'string') return undefined;
  const { id, revision, contentType } = sys;
  const contentTypeId =
    isRecord(contentType) && isRecord(contentType.sys) ? contentType.sys.id : 'blogPost';
  return {
    kind: action as ContentChange['kind'],
    id,
    isPost: type === 'Entry' && contentTypeId === 'blogPost',
    revision: typeof revision === 'number' ? revision : null,
  };
}

function parse(json: Buffer): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(json.toString());
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}
