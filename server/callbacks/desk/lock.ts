import type { RequestHandler } from 'express';
import { isSecret } from '../../http/secret.ts';
import { networkOf } from '../../ops/address.ts';
import { Windows } from '../http/rate-limit.ts';

const WRONG_PASSWORDS = 20;

/**
 * HTTP Basic with any user name (RFC 7617). After 20 wrong passwords in ten minutes a client gets a
 * 429, whatever it sends.
 */
export function createLock(password: string): RequestHandler {
  const wrong = new Windows(WRONG_PASSWORDS);
  return ({ headers, socket }, response, next) => {
    const client = networkOf(socket.remoteAddress ?? '', 64);
    const seconds = wrong.secondsFull(client);
    if (seconds > 0) {
      response.set('Retry-After', String(seconds)).status(429).type('text/plain');
      response.send('Too many wrong passwords. Try again in ten minutes.\n');
      return;
    }
    const given = passwordOf(headers.authorization);
    if (isSecret(given, password)) return next();
    if (given !== undefined) wrong.count(client);
    response
      .set('WWW-Authenticate', 'Basic realm="Callback requests", charset="UTF-8"')
      .status(401)
      .type('text/plain')
      .send('The password of the desk is needed, with any user name.\n');
  };
}

function passwordOf(authorization = ''): string | undefined {
  const [, credentials] = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization) ?? [];
  if (credentials === undefined) return undefined;
  const text = Buffer.from(credentials, 'base64').toString();
  return text.slice(text.indexOf(':') + 1);
}
