import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import {
  matchAddress,
  NOT_FOUND_ROUTE,
  pagePath,
  type RouteMatch,
} from '../../shared/addresses.ts';
import type { BlogReader } from '../../shared/blog/reader.ts';
import type { FormAnswer } from '../../shared/callback/callback.ts';
import type { Site } from '../../shared/site/site-context.ts';
import type { BlogLibrary } from '../blog/library/library.ts';
import type { Assets } from '../http/assets.ts';
import { type Headers, PAGE_CACHE_CONTROL, setHeaders } from '../http/headers.ts';
import { matchesEtag, type PageCache } from './cache.ts';
import { createLoader, type LatePage, type ReadyPage, readerOf, waitingReader } from './load.ts';
import { ContentGivenUp, createRenderer, type RenderRequest, Tee } from './render.tsx';
import { visitorKind } from './visitor.ts';

const HTML = 'text/html; charset=utf-8';

/**
 * match -> load -> render -> send: how every page is answered that the page cache does not hold.
 */
export function createPages(parts: {
  assets: Assets;
  site: Site;
  headers: Headers;
  library: BlogLibrary;
  cache: PageCache;
  log: Logger;
}) {
  const { assets, site, headers, cache, log } = parts;
  const load = createLoader(parts.library);
  const renderer = createRenderer(assets);
  // A page depends on its address, the content version, the build, the company's facts and the
  // security headers: nothing else.
  const settings = JSON.stringify([site, headers.page(NOT_FOUND_ROUTE.id)]);
  const edition = createHash('sha256').update(assets.build).update(settings).digest('base64url');
  const etagOf = (path: string, version: string) =>
    `W/"${createHash('sha256').update(`${edition} ${path} ${version}`).digest('base64url').slice(0, 22)}"`;

  async function page(request: Request, response: Response, match: RouteMatch): Promise<void> {
    const loaded = await load(match, visitorKind(request.headers['user-agent']));
    if (loaded.kind === 'moved') response.redirect(301, loaded.location);
    else if (loaded.kind === 'late') await sendLate(request, response, loaded);
    else await sendReady(request, response, loaded);
  }

  async function sendReady(request: Request, response: Response, loaded: ReadyPage): Promise<void> {
    const { match, status, version, current, blog } = loaded;
    const path = match.route.path === '*' ? request.path : pagePath(match);
    const etag = etagOf(path, version);
    const cacheable = status === 200;
    const list = [
      ...headers.page(match.route.id),
      ['Content-Type', HTML],
      ['Cache-Control', cacheable ? PAGE_CACHE_CONTROL : 'no-store'],
      ['Vary', 'Accept-Encoding'],
    ] as const;
    response.status(status);
    setHeaders(response, list);
    if (loaded.retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', String(loaded.retryAfterSeconds));
    if (cacheable) {
      response.setHeader('ETag', etag);
      if (matchesEtag(request.headers['if-none-match'], etag)) {
        response.status(304).end();
        return;
      }
    }
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    await stream(response, { path, page: match.route.id, blog, site, scripted: true }, (html) => {
      if (!cacheable) return;
      cache
        .keep(path, { html, version, current, etag, route: match.route.path, headers: list })
        .catch((error: unknown) => log.error({ err: error }, 'page could not be kept'));
    });
  }

  /**
   * A page around late data: the shell at once, the rest when it comes. It carries a nonce for
   * React's scripts and is never kept.
   */
  async function sendLate(
    request: Request,
    response: Response,
    { match, late }: LatePage,
  ): Promise<void> {
    const nonce = randomBytes(16).toString('base64');
    response.status(200);
    setHeaders(response, headers.pageWithNonce(match.route.id, nonce));
    response.setHeader('Content-Type', HTML);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Vary', 'Accept-Encoding');
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const giveUp = new Promise<void>((resolve) => {
      late.then((reader) => reader === null && resolve());
    });
    const blog = waitingReader(late);
    await stream(response, {
      path: pagePath(match),
      page: match.route.id,
      blog,
      site,
      scripted: true,
      nonce,
      giveUp,
    });
  }

  /**
   * A page that belongs to this visitor alone: the answer to a form post, a draft. Not kept, not
   * indexed, finished as it is.
   */
  async function sendPrivate(
    response: Response,
    {
      status,
      path,
      blog = readerOf({}),
      formAnswer,
    }: { status: number; path: string; blog?: BlogReader; formAnswer?: FormAnswer },
  ): Promise<void> {
    const { id: page } = matchAddress(path).route;
    response.status(status);
    setHeaders(response, headers.page(page));
    response.setHeader('Content-Type', HTML);
    response.setHeader('Cache-Control', 'no-store');
    await stream(response, {
      path,
      page,
      blog,
      formAnswer,
      site: { ...site, indexing: false },
      scripted: false,
    });
  }

  /** @throws when the shell cannot be rendered: nothing was sent then */
  async function stream(
    response: Response,
    request: Omit<RenderRequest, 'onError'>,
    whole: (html: Buffer) => void = () => {},
  ): Promise<void> {
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
  }

  /**
   * The page of an unexpected failure, with the whole layout around it so that the phone number is
   * there.
   */
  async function sendError(response: Response, status: number, message: string): Promise<void> {
    const blog = readerOf({});
    const page = 'unexpected-error';
    const rendered = await renderer.error(message, {
      path: '/',
      page,
      blog,
      site,
      scripted: false,
      onError: () => {},
    });
    response.status(status);
    setHeaders(response, headers.page(page));
    response.setHeader('Content-Type', HTML);
    response.setHeader('Cache-Control', 'no-store');
    rendered.pipe(new Tee(response, () => {}));
  }

  return { page, sendPrivate, sendError };
}

export type Pages = ReturnType<typeof createPages>;
