import type { Response } from 'express';
import { matchAddress } from '../../shared/addresses.ts';
import type { BlogReader } from '../../shared/blog/reader.ts';
import type { FormAnswer } from '../../shared/callback/callback.ts';
import type { Site } from '../../shared/site/site-context.ts';
import { type Headers, HTML, setHeaders } from '../http/headers.ts';
import { NO_STORE } from '../http/reply.ts';
import { readerOf } from './load.ts';
import type { StreamPage } from './stream.ts';

interface PrivatePage {
  status: number;
  path: string;
  blog?: BlogReader;
  formAnswer?: FormAnswer;
  /** Its headers are those of a draft. */
  draft?: boolean;
}

/**
 * Sends a page that belongs to this visitor alone: the answer to a form post, a draft. Not kept,
 * not indexed, finished as it is.
 */
export function createPrivatePage(parts: { site: Site; headers: Headers; stream: StreamPage }) {
  const { headers, stream } = parts;
  const site = { ...parts.site, indexing: false };
  return async function sendPrivate(
    response: Response,
    { status, path, blog = readerOf({}), formAnswer, draft = false }: PrivatePage,
  ): Promise<void> {
    const { id: page } = matchAddress(path).route;
    response.status(status);
    if (draft) response.removeHeader('X-Frame-Options');
    setHeaders(response, [...(draft ? headers.draft(page) : headers.page(page)), HTML, NO_STORE]);
    await stream(response, { path, page, blog, formAnswer, site, scripted: false });
  };
}
