import { createHmac } from 'node:crypto';
import express, { type Request, type RequestHandler } from 'express';
import type { Config } from '../config/config.ts';
import { clientAddress } from '../http/client-address.ts';
import type { Endpoint } from '../http/endpoints.ts';
import type { GuessLimiter } from '../http/rate-limits.ts';
import { methodNotAllowed, replyEmpty, replyJson, replyTooMany } from '../http/reply.ts';
import { secretsMatch } from '../http/secrets.ts';
import { withTimeout } from '../ops/async.ts';
import type { Content } from './content.ts';
import type { ContentChange } from './follow-change.ts';
import { getPath, parseJson } from './parse/entry-fields.ts';
import type { ContentIssue } from './source.ts';

const BODY_LIMIT = '1mb';
/** Events that change published content. Others, such as an editor's auto-saves, cause no call. */
const CHANGES = ['publish', 'unpublish', 'delete', 'archive'];
/** The longest wait of a notice. The content is read all the same. */
const ANSWER_WITHIN_MS = 10_000;

/** Tells editors what of an entry that was just published readers cannot see. */
export type EditorNotifier = (
  entry: string,
  issues: readonly ContentIssue[],
  /** True when the log has a line already. */
  options?: { isLogged: boolean },
) => void;

interface WebhookDeps {
  config: Pick<Config, 'webhookSecret' | 'webhookSigningSecret' | 'trustProxy'>;
  content: Pick<Content, 'followChange'>;
  /** Tells editors what of an entry cannot be shown. */
  notifyEditors: EditorNotifier;
  wrong: GuessLimiter;
}

/**
 * `POST /webhooks/contentful`: an editor published, unpublished or deleted something, and the blog
 * is fetched again before the answer. Either secret is accepted; with neither configured the
 * address is a 404. The body only says where to look: the content service is asked for the truth.
 * After 20 wrong ones in ten minutes a client gets a 429, whatever it sends.
 * https://www.contentful.com/developers/docs/webhooks/overview/
 */
export function webhookEndpoint({ config, content, notifyEditors, wrong }: WebhookDeps): Endpoint {
  const { webhookSecret: secret, webhookSigningSecret: signingSecret } = config;
  const authenticate: RequestHandler = (request, response, next) => {
    if (secret === null && signingSecret === null) return replyEmpty(response, 404);
    if (request.method !== 'POST') return methodNotAllowed(response, 'POST');
    const client = clientAddress(request, config.trustProxy);
    const seconds = wrong.secondsFull(client);
    if (seconds > 0)
      return replyTooMany(response, seconds, 'Too many wrong secrets. Try again in ten minutes.\n');
    const given = request.get('X-Webhook-Secret');
    const isShared = secret !== null && secretsMatch(given, secret);
    const maySign = signingSecret !== null && request.get('X-Contentful-Signature') !== undefined;
    if (!isShared && !maySign) {
      if (given !== undefined) wrong.count(client);
      return replyEmpty(response, 401);
    }
    readBody(request, response, () => {
      // The blog is refreshed even when the body cannot be read.
      if (!Buffer.isBuffer(request.body)) request.body = Buffer.alloc(0);
      if (isShared || isSigned(request, request.body, signingSecret as string)) return next();
      wrong.count(client);
      replyEmpty(response, 401);
    });
  };
  const refresh: RequestHandler = async (request, response) => {
    const [, type, action = ''] = (request.get('X-Contentful-Topic') ?? '').split('.');
    if (type !== undefined && !CHANGES.includes(action)) return replyEmpty(response, 204);
    const change = type === undefined ? undefined : parseChange(type, action, request.body);
    const following = content.followChange(change).then((issues) => {
      if (issues.length > 0 && change) notifyEditors(change.id, issues);
      return issues;
    });
    const issues = (await withTimeout(following, ANSWER_WITHIN_MS)) ?? [];
    if (issues.length === 0) return replyEmpty(response, 204);
    replyJson(response, 200, { issues: issues.map(({ text }) => text) });
  };
  return {
    path: '/webhooks/contentful',
    methods: ['POST'],
    handlesOtherMethods: true, // while it is off, whatever is sent
    cache: 'no-store',
    handlers: [authenticate, refresh],
  };
}

const readBody = express.raw({ limit: BODY_LIMIT, type: () => true });

/** Parses what changed; undefined when the notice does not say. */
function parseChange(type: string, action: string, json: Buffer): ContentChange | undefined {
  const sys = getPath(parseJson(json.toString()), 'sys');
  const [id, revision] = [getPath(sys, 'id'), getPath(sys, 'revision')];
  if (typeof id !== 'string' || (type !== 'Entry' && type !== 'Asset')) return undefined;
  const kind = action as ContentChange['kind'];
  return { kind, type, id, revision: typeof revision === 'number' ? revision : null };
}

/** The age at which a request is rejected, because it may have been replayed. */
const MAX_SIGNATURE_AGE_MS = 30_000;
const SIGNED_HEADERS = 'x-contentful-signed-headers';
const TIMESTAMP = 'x-contentful-timestamp';

/**
 * Tells whether Contentful signed this request lately: HMAC-SHA256, in hex, of method, path, signed
 * headers and body. https://www.contentful.com/developers/docs/webhooks/request-verification/
 * @param body as it came over the wire
 */
function isSigned(request: Request, body: Uint8Array, secret: string): boolean {
  const header = (name: string) => String(request.headers[name] ?? '').trim();
  if (!(Math.abs(Date.now() - Number(header(TIMESTAMP))) < MAX_SIGNATURE_AGE_MS)) return false;
  const listed = header(SIGNED_HEADERS)
    .split(',')
    .map((name) => name.trim().toLowerCase());
  const names = [...new Set([...listed, SIGNED_HEADERS, TIMESTAMP])]
    .filter((name) => request.headers[name] !== undefined)
    .sort();
  const headers = names.map((name) => `${name}:${header(name)}`).join(';');
  const signature = createHmac('sha256', secret)
    .update(`${request.method}\n${request.originalUrl}\n${headers}\n`)
    .update(body)
    .digest('hex');
  return secretsMatch(header('x-contentful-signature'), signature);
}
