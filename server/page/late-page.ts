import { randomBytes } from 'node:crypto';
import type { Response } from 'express';
import { pagePath } from '../../shared/addresses.ts';
import type { Site } from '../../shared/site/site-context.ts';
import { type Headers, HTML, setHeaders } from '../http/headers.ts';
import { NO_STORE } from '../http/reply.ts';
import { type LatePage, waitingReader } from './load.ts';
import type { Renderer } from './render.tsx';
import type { StreamPage } from './stream.ts';

/**
 * Sends a page whose data is late: the shell at once, the rest when it comes. It carries a nonce
 * for React's scripts and is never kept.
 */
export function createLatePage(parts: {
  site: Site;
  headers: Headers;
  renderer: Renderer;
  stream: StreamPage;
}) {
  const { site, headers, renderer, stream } = parts;
  return async function sendLate(response: Response, { match, late }: LatePage): Promise<void> {
    const nonce = randomBytes(16).toString('base64');
    response.status(200);
    setHeaders(response, [
      ...headers.pageWithNonce(match.route.id, nonce),
      HTML,
      NO_STORE,
      ['Vary', 'Accept-Encoding'],
    ]);
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    const giveUp = new Promise<void>((resolve) => {
      late.then((reader) => reader === null && resolve());
    });
    await stream(response, (onError) =>
      renderer.page({
        path: pagePath(match),
        page: match.route.id,
        blog: waitingReader(late),
        site,
        scripted: true,
        nonce,
        giveUp,
        onError,
      }),
    );
  };
}
