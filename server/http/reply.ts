import type { ServerResponse } from 'node:http';

/** The header of a response that belongs to one visitor, or is true only at this moment. */
export const NO_STORE = ['Cache-Control', 'no-store'] as const;

/**
 * An address has countless spellings: a shared cache that kept a redirect for each would have no
 * room left for pages.
 */
export const MOVED = ['Cache-Control', 'private, max-age=3600'] as const;

/** Answers with a line of plain text, which no cache keeps unless `keeping` says so. */
export function replyText(
  response: ServerResponse,
  status: number,
  text: string,
  keeping: readonly [name: string, value: string] = NO_STORE,
): void {
  response.setHeader(...keeping);
  reply(response, status, 'text/plain; charset=utf-8', text);
}

export function replyJson(response: ServerResponse, status: number, body: unknown): void {
  response.setHeader(...NO_STORE);
  reply(response, status, 'application/json; charset=utf-8', JSON.stringify(body));
}

/** Answers without a body; no cache keeps it. */
export function replyEmpty(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.setHeader(...NO_STORE);
  response.end();
}

/** @param allow methods that the address takes (RFC 9110, section 15.5.6) */
export function methodNotAllowed(response: ServerResponse, allow: string): void {
  response.setHeader('Allow', allow);
  replyText(response, 405, 'Method Not Allowed\n');
}

function reply(response: ServerResponse, status: number, type: string, body: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.end(body);
}
