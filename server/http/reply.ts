import type { ServerResponse } from 'node:http';

/** The header of a response that belongs to one visitor, or is true only at this moment. */
export const NO_STORE = ['Cache-Control', 'no-store'] as const;

/**
 * A redirect from another spelling of an address, of which there are countless: a shared cache that
 * kept each would have no room left for pages. What has moved may move back, so no cache keeps that.
 */
export const REDIRECT_CACHE = ['Cache-Control', 'private, max-age=3600'] as const;

/** Sends a line of plain text, which no cache keeps unless `cacheControl` says so. */
export function replyText(
  response: ServerResponse,
  status: number,
  text: string,
  cacheControl: readonly [name: string, value: string] = NO_STORE,
): void {
  response.setHeader(...cacheControl);
  reply(response, status, 'text/plain; charset=utf-8', text);
}

/** Sends a 429 that says when to try again (RFC 6585, section 4). */
export function replyTooMany(response: ServerResponse, seconds: number, text: string): void {
  response.setHeader('Retry-After', String(seconds));
  replyText(response, 429, text);
}

export function replyJson(response: ServerResponse, status: number, body: unknown): void {
  response.setHeader(...NO_STORE);
  reply(response, status, 'application/json; charset=utf-8', JSON.stringify(body));
}

/** Sends an uncached response without a body. */
export function replyEmpty(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.setHeader(...NO_STORE);
  response.end();
}

/**
 * Sends a 405.
 * @param allow the methods that the path accepts (RFC 9110, section 15.5.6)
 */
export function methodNotAllowed(response: ServerResponse, allow: string): void {
  response.setHeader('Allow', allow);
  replyText(response, 405, 'Method Not Allowed\n');
}

function reply(response: ServerResponse, status: number, type: string, body: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.end(body);
}
