import type { Response } from 'express';
import type { Logger } from 'pino';
import type { PipeableStream } from 'react-dom/server';
import { ContentGivenUp, Tee } from './render.tsx';

/** Starts a render. */
export type Render = (onError: (error: unknown) => void) => Promise<PipeableStream>;

/**
 * Sends a page while it is being rendered. Resolves to its bytes when it is whole, and to null when
 * the visitor left or a part of it failed.
 * @throws when the shell cannot be rendered, or too many renders wait: nothing was sent then
 */
export type StreamPage = (response: Response, render: Render) => Promise<Buffer | null>;

/** @param inTurn starts a render when its turn has come */
export function createStream(parts: {
  inTurn: <Result>(render: () => Promise<Result>) => Promise<Result>;
  log: Logger;
}): StreamPage {
  const { inTurn, log } = parts;
  return async function stream(response, render) {
    let failed = false;
    const onError = (error: unknown) => {
      // A visitor who leaves, or a service that does not answer, is not the page's fault.
      if (response.destroyed || error instanceof ContentGivenUp) return;
      failed = true;
      // The route, not the path: visitors choose paths, and may put anything in them.
      log.error({ err: error, route: response.locals.route }, 'render failed');
    };
    const rendered = await inTurn(async () => (response.destroyed ? null : render(onError)));
    if (rendered === null) return null;
    if (failed) throw new Error('page failed after its shell'); // nothing was sent yet: an honest 500
    return new Promise((resolve) => {
      const leave = () => {
        rendered.abort();
        resolve(null);
      };
      if (response.destroyed) return leave();
      response.once('close', leave);
      rendered.pipe(new Tee(response, (html) => resolve(failed ? null : html)));
    });
  };
}
