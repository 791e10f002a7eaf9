import type { Response } from 'express';
import type { Site } from '../../shared/site/site-context.ts';
import { type Headers, HTML } from '../http/headers.ts';
import { NO_STORE } from '../http/reply.ts';
import { readerOf } from './load.ts';
import type { Renderer } from './render.tsx';
import type { SendShared } from './shared-page.ts';

const PAGE = 'unexpected-error';

export interface Failure {
  status: number;
  message: string;
  retryAfterSeconds?: number;
}

/**
 * Sends the page for an unexpected failure, in the whole layout so that the phone number is there.
 * It is rendered once per kind of failure, to spare a site in trouble.
 */
export function createErrorPage(parts: {
  site: Site;
  headers: Headers;
  renderer: Renderer;
  sendOther: SendShared;
}) {
  const { site, headers, renderer, sendOther } = parts;
  return function sendError(response: Response, failure: Failure): Promise<void> {
    const { status, message, retryAfterSeconds: seconds } = failure;
    return sendOther(response, {
      key: `failure ${JSON.stringify(failure)}`,
      status,
      route: '*',
      version: '',
      current: () => '',
      etag: null,
      headers: [
        ...headers.page(PAGE),
        HTML,
        NO_STORE,
        ...(seconds === undefined ? [] : [['Retry-After', String(seconds)] as const]),
      ],
      render: (onError) =>
        renderer.error(message, {
          path: '/',
          page: PAGE,
          blog: readerOf({}),
          site,
          scripted: false,
          onError,
        }),
    });
  };
}
