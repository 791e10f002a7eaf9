import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import { isSecret } from '../../http/secret.ts';

/** Older requests may have been replayed. */
const VALID_MS = 30_000;
const SIGNED_HEADERS = 'x-contentful-signed-headers';
const TIMESTAMP = 'x-contentful-timestamp';

/**
 * Whether Contentful signed this request: HMAC-SHA256, in hex, of method, path, signed headers and
 * body, and lately. https://www.contentful.com/developers/docs/webhooks/request-verification/
 * @param body as it came over the wire
 * @param now milliseconds since 1970
 */
export function isSigned(
  request: Pick<Request, 'method' | 'originalUrl' | 'headers'>,
  body: Uint8Array,
  { secret, now }: { secret: string; now: number },
): boolean {
  const header = (name: string) => String(request.headers[name] ?? '').trim();
  if (!(Math.abs(now - Number(header(TIMESTAMP))) < VALID_MS)) return false;
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
  return isSecret(header('x-contentful-signature'), signature);
}
