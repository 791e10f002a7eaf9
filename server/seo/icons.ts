import type { RequestHandler } from 'express';
import type { Endpoint } from '../http/endpoints.ts';
import { PAGE_CACHE_CONTROL } from '../http/headers.ts';
import { replyText } from '../http/reply.ts';

export const ICON_PATH = '/favicon.svg';
/** Pictures of the site's own mark, which would be another company's beside the owner's. */
const DRAWN = [
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
];

/** The icon of the owner's brand; none without one: then the build's files are served. */
export function iconEndpoints(icon: string | null): Endpoint[] {
  if (icon === null) return [];
  const endpoint = (path: string, handler: RequestHandler): Endpoint => ({
    ...{ path, methods: ['GET'], cache: PAGE_CACHE_CONTROL, crawled: true, handlers: [handler] },
  });
  const send: RequestHandler = (_request, response) =>
    void response.type('image/svg+xml').vary('Accept-Encoding').send(icon);
  const missing: RequestHandler = (_request, response) => replyText(response, 404, 'Not Found\n');
  return [endpoint(ICON_PATH, send), ...DRAWN.map((path) => endpoint(path, missing))];
}
