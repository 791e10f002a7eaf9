import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  canonicalPath,
  matchRoute,
  NOT_FOUND_ROUTE,
  pagePath,
  type RouteMatch,
} from '../../shared/addresses.ts';
import { type HeaderList, setHeaders } from './headers.ts';
import { MOVED, NO_STORE, replyText } from './reply.ts';

/** Longest request target, in characters. */
const URL_LIMIT = 2048;
/** What RFC 3986 keeps out of a request target, anywhere in it. */
const UNPRINTABLE = /[^\x21-\x7e]|#/;

/** A request that may go on. */
export interface Target {
  /** Decoded once, canonical when it is a page. */
  path: string;
  match: RouteMatch;
}

/** Why a request may not go on: an answer without a body worth reading. */
export interface Refusal {
  status: 301 | 308 | 400 | 405 | 414;
  headers?: Record<string, string>;
}

/** The checks that need no look at the path: cheap enough for every request. */
export function checkRequest(request: IncomingMessage): Refusal | null {
  const { method = '', url = '' } = request;
  if (url.length > URL_LIMIT) return { status: 414 };
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    return {
      status: 405,
      headers: { Allow: url.startsWith('/contact.php') ? 'POST' : 'GET, HEAD' },
    };
  }
  // Node also accepts HTTP/0.9, whose requests have no headers. Servers disagree on whether the
  // bytes after one are another request, which is how requests are smuggled.
  if (request.httpVersionMajor !== 1) return { status: 400 };
  // Two Host headers, or a target in absolute form, are how one server in a chain is made to see
  // another site than the next.
  const hosts = countHosts(request.rawHeaders);
  const oneHost = hosts === 1 || (hosts === 0 && request.httpVersion === '1.0');
  if (url.charCodeAt(0) !== 47 /* / */ || !oneHost || UNPRINTABLE.test(url)) return { status: 400 };
  return null;
}

function countHosts(rawHeaders: string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const FORBIDDEN = /[\u0000-\u001f\u007f\\]/;
const ENCODED_SLASH = /%2f/i;
/** Still encoded after one decode: decoded twice somewhere, it would be another path. */
const ENCODED_TWICE = /%[0-9a-f]{2}/i;

/**
 * Decodes the path once and finds the one canonical address of a page.
 * @param redirects of an older site's addresses, by decoded path; their queries meant something
 * else, so they are left out
 */
export function locate(
  url: string,
  redirects: ReadonlyMap<string, string> = new Map(),
): Target | Refusal {
  const mark = url.indexOf('?');
  const raw = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark);
  let path: string;
  try {
    path = decodeURIComponent(raw);
  } catch {
    return { status: 400 };
  }
  if (FORBIDDEN.test(path) || ENCODED_TWICE.test(path)) return { status: 400 };
  const moved = redirects.get(path);
  if (moved !== undefined) return { status: 301, headers: { Location: moved } };
  const match = matchRoute(ENCODED_SLASH.test(raw) ? raw : canonicalPath(path));
  if (match.route === NOT_FOUND_ROUTE) return { path, match };
  const address = pagePath(match);
  if (raw !== address) return { status: 301, headers: { Location: address + query } };
  return { path, match };
}

const REASONS: Record<Refusal['status'], string> = {
  301: 'Moved Permanently',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  405: 'Method Not Allowed',
  414: 'URI Too Long',
};

export function refuse(
  response: ServerResponse,
  { status, headers = {} }: Refusal,
  security: HeaderList,
): void {
  setHeaders(response, security);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  replyText(response, status, `${REASONS[status]}\n`, status === 301 ? MOVED : NO_STORE);
}
