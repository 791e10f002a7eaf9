import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { matchServerRoute, serverPagePath } from '../../shared/blog/tag-routes.ts';
import { canonicalPath, NOT_FOUND_ROUTE, type RouteMatch } from '../../shared/routes.ts';
import { logErrors } from '../ops/async.ts';
import { anonymizeAddress } from './client-address.ts';
import { type HeaderList, setHeaders } from './headers.ts';
import { NO_STORE, REDIRECT_CACHE, replyText } from './reply.ts';

const URL_LIMIT = 2048;
/** Characters that RFC 3986 allows nowhere in a request target. */
const INVALID_TARGET_CHARACTERS = /[^\x21-\x7e]|#/;

/** A request that passed. */
export interface ResolvedTarget {
  /** The path, decoded once; canonical when it is a page's. */
  path: string;
  match: RouteMatch;
  /** The owner's redirect of this address, which counts unless a post or page has it. */
  redirect?: string | undefined;
  /** True when it is known that the content has nothing there. */
  isMissing?: boolean;
}

/** The response to a request that did not pass. */
export interface Refusal {
  status: 301 | 308 | 400 | 405 | 414;
  headers?: Record<string, string>;
  /** True for a redirect that its owner, or an editor, may take back. */
  mayChange?: boolean;
}

/**
 * The checks that do not look at the path.
 * @param allowed methods that a request target takes
 */
export function validateRequest(
  request: IncomingMessage,
  allowed: (url: string) => string,
): Refusal | null {
  const { method } = request;
  const url = request.url as string;
  if (url.length > URL_LIMIT) return { status: 414 };
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    return { status: 405, headers: { Allow: allowed(url) } };
  // Node also accepts HTTP/0.9, whose requests have no headers. Servers disagree on whether the
  // bytes after one are another request, which is how requests are smuggled.
  if (request.httpVersionMajor !== 1) return { status: 400 };
  // With two Host headers, or a target in absolute form, two servers in a chain can be made to see
  // different sites. Node itself refuses a request of HTTP/1.1 without one.
  const hosts = countHosts(request.rawHeaders);
  if (!url.startsWith('/') || hosts > 1 || INVALID_TARGET_CHARACTERS.test(url))
    return { status: 400 };
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
/** A percent-encoding after one decode: a second decode would see another path. */
const ENCODED_TWICE = /%[0-9a-f]{2}/i;

/**
 * Decodes the path once and finds the one canonical address of a page.
 * @param stateOf says what the content has at an address; while that is unknown, the page's own
 * handler finds out, under the canonical address
 * @param redirectOf gives the target of a canonical path of an older site; its query meant something
 * else and is dropped
 */
export function resolveTarget(
  url: string,
  redirectOf: (path: string) => string | undefined,
  stateOf: (match: RouteMatch) => ContentState = () => 'missing',
): ResolvedTarget | Refusal {
  const queryStart = url.indexOf('?');
  const rawPath = queryStart < 0 ? url : url.slice(0, queryStart);
  const query = queryStart < 0 ? '' : url.slice(queryStart);
  let path: string;
  try {
    path = decodeURIComponent(rawPath);
  } catch {
    return { status: 400 };
  }
  if (FORBIDDEN.test(path) || ENCODED_TWICE.test(path)) return { status: 400 };
  const canonical = canonicalPath(path);
  const redirect = redirectOf(canonical);
  const match = matchServerRoute(ENCODED_SLASH.test(rawPath) ? rawPath : canonical);
  const state = stateOf(match);
  const address = serverPagePath(match);
  const isUnknown = state === 'unknown';
  const isPage = match.route.data === 'page';
  if (isUnknown && isPage) return { path: address, match, redirect };
  if (redirect !== undefined && !isUnknown && state !== 'live')
    return { status: 301, headers: { Location: redirect }, mayChange: true };
  if (match.route === NOT_FOUND_ROUTE || (isPage && state === 'missing'))
    return { path, match: NOT_FOUND };
  if (rawPath !== address) return { status: 301, headers: { Location: address + query } };
  const pending = isUnknown ? redirect : undefined;
  return { path, match, redirect: pending, isMissing: state === 'missing' };
}

/** The state of the address of a post or page, as far as it is known. */
export type ContentState = 'live' | 'former' | 'missing' | 'unknown';

/** The match of what is no page. */
export const NOT_FOUND: RouteMatch = { route: NOT_FOUND_ROUTE, slug: '', page: 1 };

export function refuse(
  response: ServerResponse,
  { status, headers = {}, mayChange }: Refusal,
  securityHeaders: HeaderList,
): void {
  setHeaders(response, securityHeaders);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  replyText(
    response,
    status,
    `${STATUS_CODES[status]}\n`,
    status === 301 && !mayChange ? REDIRECT_CACHE : NO_STORE,
  );
}

/**
 * Highest number of unanswered requests on one connection. Browsers send one after another; a
 * client that sent hundreds before the first response would take memory and processor time from
 * everybody else.
 */
const MAX_UNANSWERED = 16;

export interface Connection {
  /** Address of the peer, shortened. */
  peer: string;
  /** The number of requests without a response, or with one that waits for an earlier one. */
  unanswered: number;
  /** The number of its bytes that are in the access log. */
  loggedBytes: number;
  ended: boolean;
}

const connections = new WeakMap<Socket, Connection>();

export function getConnection(socket: Socket): Connection {
  let connection = connections.get(socket);
  if (!connection) {
    const peer = anonymizeAddress(socket.remoteAddress ?? '');
    connection = { peer, unanswered: 0, loggedBytes: 0, ended: false };
    connections.set(socket, connection);
  }
  return connection;
}

/**
 * Tells whether a connection has too many unanswered requests. If so, nothing more is read from it,
 * and it is closed once the responses already written are sent.
 */
export function exceedsPipelineLimit(connection: Connection, socket: Socket): boolean {
  if (connection.unanswered < MAX_UNANSWERED) return false;
  if (connection.ended) return true;
  connection.ended = true;
  socket.pause();
  setImmediate(logErrors(() => socket.destroy()));
  return true;
}
