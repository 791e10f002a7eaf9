import type { Response } from 'express';
import { matchAddress } from '../../shared/addresses.ts';
import type { BlogReader } from '../../shared/blog/reader.ts';
import type { FormAnswer } from '../../shared/callback/callback.ts';
import type { Site } from '../../shared/site/site-context.ts';
import { type Headers, HTML, setHeaders } from '../http/headers.ts';
import { NO_STORE } from '../http/reply.ts';
import { readerOf } from './load.ts';
import type { Renderer } from './render.tsx';
import type { SendShared } from './shared-page.ts';
import type { Render, StreamPage } from './stream.ts';

export interface PrivatePage {
  status: number;
  path: string;
  blog?: BlogReader;
  formAnswer?: FormAnswer;
  /** Sends the headers of a draft. */
  draft?: boolean;
}

/**
 * Sends a page that belongs to one visitor: the answer to a form post, or a draft. It is not
 * indexed and not hydrated, and no cache keeps it but ours, where an answer that quotes nothing the
 * visitor typed is the same for everyone.
 */
export function createPrivatePage(parts: {
  site: Site;
  headers: Headers;
  renderer: Renderer;
  stream: StreamPage;
  sendOther: SendShared;
}) {
  const { renderer, stream, sendOther } = parts;
  const site = { ...parts.site, indexing: false };
  return async function sendPrivate(
    response: Response,
    { status, path, blog = readerOf({}), formAnswer, draft = false }: PrivatePage,
  ): Promise<void> {
    const { id: page } = matchAddress(path).route;
    const security = draft ? parts.headers.draft(page) : parts.headers.page(page);
    const headers = [...security, HTML, NO_STORE];
    const render: Render = (onError) =>
      renderer.page({ path, page, blog, formAnswer, site, scripted: false, onError });
    if (formAnswer && Object.values(formAnswer.values).every((value) => value === '')) {
      const key = `form ${status} ${JSON.stringify(formAnswer)}`;
      const { route } = response.locals;
      const same = { route, version: '', current: () => '', etag: null };
      return sendOther(response, { key, status, headers, render, ...same });
    }
    response.status(status);
    if (draft) response.removeHeader('X-Frame-Options');
    setHeaders(response, headers);
    await stream(response, render);
  };
}
