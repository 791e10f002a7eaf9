import type { RequestHandler } from 'express';
import type { Endpoint } from '../http/endpoints.ts';
import { replyText } from '../http/reply.ts';
import type { PictureStore } from './folder/picture-store.ts';

/** The name holds a hash of the content, so that a picture never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A drawing may hold scripts and links: nothing in it runs or loads where it is opened by itself. */
const DRAWING_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/** Creates the endpoint of the pictures of posts and pages that are files. */
export function mediaEndpoint(readPicture: PictureStore['read']): Endpoint {
  const send: RequestHandler = async (request, response) => {
    const found = await readPicture(request.path);
    if (!found) return replyText(response, 404, 'Not Found\n');
    const { contentType } = found.picture;
    response.set({ 'Cache-Control': IMMUTABLE, 'Content-Type': contentType });
    if (contentType === 'image/svg+xml') response.set('Content-Security-Policy', DRAWING_POLICY);
    response.send(found.bytes);
  };
  return {
    path: '/media/:name',
    methods: ['GET'],
    cache: 'no-store',
    crawled: true,
    handlers: [send],
  };
}
