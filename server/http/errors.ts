import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { type Headers, NO_REFERRER, setHeaders } from './headers.ts';
import { replyJson, replyText } from './reply.ts';

/** Thrown when too many renders wait. Cached pages are still served. */
export class TooBusyError extends Error {
  override name = 'TooBusyError';
  readonly status = 503;
  readonly retryAfterSeconds = 1;
}

/** Returns the status that an error carries: a library's 4xx or one of the site's own; else 500. */
function statusOf(error: unknown): number {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500;
}

/**
 * The last middleware: the one place that answers failures. It never shows a stack trace or an
 * internal message; a page that fails keeps the layout and the phone number. An answer already
 * under way can only be cut off.
 */
export function createErrorHandler(deps: {
  sendError: (
    response: Response,
    failure: { status: number; retryAfterSeconds: number | undefined; hidesAddress: boolean },
  ) => Promise<void>;
  headers: Headers;
  log: Logger;
}): ErrorRequestHandler {
  const { sendError, headers, log } = deps;
  return async (error, request, response, _next) => {
    const status = statusOf(error);
    const retryAfterSeconds = error instanceof TooBusyError ? error.retryAfterSeconds : undefined;
    // Requests turned away in a rush are in the access log already.
    if (status >= 500 && !retryAfterSeconds)
      log.error({ err: error, route: response.locals.route }, 'request failed');
    if (response.headersSent) return void response.destroy();
    const hidesAddress = response.getHeader('Referrer-Policy') === NO_REFERRER[1];
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    const preferredType = request.accepts(['json', 'html']);
    if (request.method === 'GET' && preferredType === 'html')
      try {
        return await sendError(response, { status, retryAfterSeconds, hidesAddress });
      } catch (failure) {
        log.error({ err: failure }, 'error page failed');
      }
    setHeaders(response, headers.data);
    if (hidesAddress) setHeaders(response, [NO_REFERRER]);
    if (retryAfterSeconds) response.set('Retry-After', String(retryAfterSeconds));
    if (preferredType === 'json' && request.headers.accept?.includes('json'))
      return replyJson(response, status, { error: STATUS_CODES[status] });
    const name = `${status} ${STATUS_CODES[status] ?? ''}`;
    replyText(response, status, `Unexpected Application Error! ${name}\n`);
  };
}
