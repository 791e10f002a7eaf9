import type { Express, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { sanitizeValue } from '../../../shared/callback/fields.ts';
import { cutText } from '../../../shared/cut-text.ts';
import { clientAddress } from '../../http/client-address.ts';
import type { GuessLimiter } from '../../http/rate-limits.ts';
import { replyText, replyTooMany } from '../../http/reply.ts';
import { secretsMatch } from '../../http/secrets.ts';
import { MINUTE_MS } from '../../ops/durations.ts';
import { stripForbiddenCharacters } from '../form/parse-form.ts';

/** The address that signs in someone else. */
export const SIGN_IN_PATH = '/callbacks/sign-in';

/** The longest user name that is stored, in code points. */
const MAX_USER_NAME_LENGTH = 60;

/** The time in which a client that was challenged may sign in, in milliseconds. */
const SIGN_IN_TTL_MS = 2 * MINUTE_MS;
const MAX_CHALLENGED_CLIENTS = 1000;

interface SignInOptions {
  password: string;
  /** The number of trusted proxies. */
  trustProxy: number;
}

/**
 * Authenticates all of the desk, and registers the address that signs in someone else: it
 * challenges a client once, because browsers forget a name and password only when they are refused.
 */
export function registerSignIn(desk: Express, wrong: GuessLimiter, options: SignInOptions): void {
  const { trustProxy } = options;
  const challenged = new LRUCache<string, true>({
    max: MAX_CHALLENGED_CLIENTS,
    ttl: SIGN_IN_TTL_MS,
  });
  desk.get(SIGN_IN_PATH, (request, response, next) => {
    const client = clientAddress(request, trustProxy);
    if (challenged.has(client)) return next();
    challenged.set(client, true);
    challenge(response);
  });
  desk.use(['/callbacks', '/callbacks.csv'], basicAuth(wrong, options));
  desk.get(SIGN_IN_PATH, (request, response) => {
    challenged.delete(clientAddress(request, trustProxy));
    response.redirect('/callbacks');
  });
}

/**
 * Authenticates by HTTP Basic with any user name (RFC 7617), which it puts into
 * `response.locals.by`. A blank one would leave nobody to ask about what was saved. After 20 wrong
 * passwords in ten minutes a client gets a 429, whatever it sends.
 */
function basicAuth(wrong: GuessLimiter, { password, trustProxy }: SignInOptions): RequestHandler {
  return (request, response, next) => {
    const client = clientAddress(request, trustProxy);
    const seconds = wrong.secondsFull(client);
    if (seconds > 0)
      return replyTooMany(
        response,
        seconds,
        'Too many wrong passwords. Try again in ten minutes.\n',
      );
    const { user, password: given } = parseCredentials(request.headers.authorization);
    const isRight = secretsMatch(given, password);
    if (isRight && user) {
      response.locals.by = user;
      return next();
    }
    if (given !== undefined && !isRight) wrong.count(client);
    challenge(response);
  };
}

function challenge(response: Response): void {
  response.set('WWW-Authenticate', 'Basic realm="Callback requests", charset="UTF-8"');
  const text = 'Sign in with your own name as the user name, and the desk password.\n';
  replyText(response, 401, text);
}

/** @returns the user name without forbidden characters; no password when none was given */
function parseCredentials(authorization = ''): { user: string; password?: string } {
  const [, credentials] = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization) ?? [];
  if (credentials === undefined) return { user: '' };
  const [typed = '', ...password] = Buffer.from(credentials, 'base64').toString().split(':');
  const name = stripForbiddenCharacters(sanitizeValue({ type: 'text' }, typed)).trim();
  return { user: cutText(name, MAX_USER_NAME_LENGTH), password: password.join(':') };
}
