import type { Response } from 'express';
import type { Logger } from 'pino';
import { ContentGivenUp, type Renderer, type RenderRequest, Tee } from './render.tsx';

/** Renders a page into a response; `whole` gets the page when it is complete and without fault. */
export type StreamPage = (
  response: Response,
  request: Omit<RenderRequest, 'onError'>,
  whole?: (html: Buffer) => void,
) => Promise<void>;

/** @throws when the shell cannot be rendered: nothing was sent then */
export function createStream(renderer: Renderer, log: Logger): StreamPage {
  return async function stream(response, request, whole = () => {}) {
    let failed = false;
    const onError = (error: unknown) => {
      // A visitor who leaves, or a service that does not answer, is no fault of the page.
      if (response.destroyed || error instanceof ContentGivenUp) return;
      failed = true;
      // The route, not the path: a path is the visitor's.
      log.error({ err: error, route: response.locals.route }, 'render failed');
    };
    const rendered = await renderer.page({ ...request, onError });
    if (failed) throw new Error('page failed after its shell'); // nothing was sent yet: an honest 500
    response.once('close', () => rendered.abort());
    rendered.pipe(new Tee(response, (html) => failed || whole(html)));
  };
}
