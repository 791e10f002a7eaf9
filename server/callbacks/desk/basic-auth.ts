import { createHmac, randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { clientAddress, networkOf } from '../../http/address.ts';
import { countWrongGuesses, isSecret, type SharedWindows } from '../../http/limits.ts';
import { replyText } from '../../http/reply.ts';
import { typed } from '../form.ts';

const DEVICE_COOKIE = /(?:^|; )desk-device=([\w-]{22})\.([\w-]{43})(?:;|$)/;
/** Longest name of staff that is kept. */
const NAME_LENGTH = 60;
const DEVICE_COOKIE_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * HTTP Basic with any user name (RFC 7617), which is left in `response.locals.by`. After 20 wrong passwords in ten minutes a client gets a
 * 429, whatever it sends. A browser that has signed in before is counted by itself, whoever else
 * guesses from its address (OWASP, Slow Down Online Guessing Attacks with Device Cookies).
 */
export function basicAuth(
  password: string,
  trustProxy: number,
  shared: SharedWindows | null,
): RequestHandler {
  const strangers = countWrongGuesses('desk', shared);
  const devices = countWrongGuesses('desk device', shared, Number.POSITIVE_INFINITY);
  return async (request, response, next) => {
    const device = deviceOf(request, password);
    const address = networkOf(clientAddress(request, trustProxy), 64);
    const [wrong, client] = device ? [devices, device] : [strangers, address];
    const seconds = await wrong.secondsFull(client);
    if (seconds > 0) {
      response.set('Retry-After', String(seconds));
      return replyText(response, 429, 'Too many wrong passwords. Try again in ten minutes.\n');
    }
    const { user, password: given } = credentialsOf(request.headers.authorization);
    if (isSecret(given, password)) {
      response.locals.by = user;
      if (!device) rememberDevice(request, response, password);
      return next();
    }
    if (given !== undefined) await wrong.count(client);
    response.set('WWW-Authenticate', 'Basic realm="Callback requests", charset="UTF-8"');
    const text = 'The password of the desk is needed, with your name as the user name.\n';
    replyText(response, 401, text);
  };
}

/** @returns the name as it may be shown, without a password when none was given */
function credentialsOf(authorization = ''): { user: string; password?: string } {
  const [, credentials] = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization) ?? [];
  if (credentials === undefined) return { user: '' };
  const text = Buffer.from(credentials, 'base64').toString();
  const [user = '', ...password] = text.split(':');
  return {
    user: [...typed(user).trim()].slice(0, NAME_LENGTH).join(''),
    password: password.join(':'),
  };
}

/** The name that this browser was given when it signed in with this password; otherwise null. */
function deviceOf({ headers }: Request, password: string): string | null {
  const [, device = '', signature] = DEVICE_COOKIE.exec(headers.cookie ?? '') ?? [];
  return isSecret(signature, sign(device, password)) ? device : null;
}

/** The cookie opens nothing. Lax, so that it comes along when a mail links to the desk. */
function rememberDevice({ secure }: Request, response: Response, password: string): void {
  const device = randomBytes(16).toString('base64url');
  const value = `${device}.${sign(device, password)}`;
  for (const path of ['/callbacks', '/callbacks.csv'])
    response.cookie('desk-device', value, {
      path,
      secure,
      httpOnly: true,
      sameSite: 'lax',
      maxAge: DEVICE_COOKIE_MS,
    });
}

const sign = (device: string, password: string) =>
  createHmac('sha256', password).update(`desk device ${device}`).digest('base64url');
