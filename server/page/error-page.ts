import type { Response } from 'express';
import type { Site } from '../../shared/site/site-context.ts';
import { type Headers, HTML, setHeaders } from '../http/headers.ts';
import { NO_STORE } from '../http/reply.ts';
import { readerOf } from './load.ts';
import { type Renderer, Tee } from './render.tsx';

const PAGE = 'unexpected-error';

/**
 * Sends the page of an unexpected failure, with the whole layout around it so that the phone number
 * is there.
 */
export function createErrorPage(parts: { site: Site; headers: Headers; renderer: Renderer }) {
  const { site, headers, renderer } = parts;
  return async function sendError(
    response: Response,
    status: number,
    message: string,
  ): Promise<void> {
    const rendered = await renderer.error(message, {
      path: '/',
      page: PAGE,
      blog: readerOf({}),
      site,
      scripted: false,
      onError: () => {},
    });
    response.status(status);
    setHeaders(response, [...headers.page(PAGE), HTML, NO_STORE]);
    rendered.pipe(new Tee(response, () => {}));
  };
}
