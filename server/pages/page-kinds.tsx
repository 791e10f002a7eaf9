import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ReactNode } from 'react';
import { listPath, matchAddress, pagePath } from '../../shared/addresses.ts';
import type { BlogReader } from '../../shared/blog/reader.ts';
import { addressOf } from '../../shared/blog/tag-addresses.ts';
import type { Site } from '../../shared/site/site-context.ts';
import { type Headers, HTML, PAGE_CACHE_CONTROL } from '../http/headers.ts';
import { NO_STORE } from '../http/reply.ts';
import type { EtagOf } from './etag.ts';
import { type DeferredPage, type ReadyPage, readerOf, waitingReader } from './load.ts';
import { missingKey, missingPath, notFoundPath } from './missing-page.ts';
import type { Page } from './page.ts';
import type { Renderer, RenderRequest } from './render.tsx';
import { TagPage } from './TagPage.tsx';

const FAILURE = 'unexpected-error';
export const VARY = ['Vary', 'Accept-Encoding'] as const;
const LASTING = { version: '', current: () => '', etag: null };

export interface Failure {
  status: number;
  retryAfterSeconds?: number;
}

/** A page that only an editor sees. */
export interface Draft {
  status: number;
  path: string;
  blog?: BlogReader;
}

/** What is sent for each kind of page. */
export function createPageKinds(parts: {
  site: Site;
  headers: Headers;
  etagOf: EtagOf;
  renderer: Renderer;
}) {
  const { site, headers, etagOf, renderer } = parts;
  const renderOf =
    (request: Omit<RenderRequest, 'onError'>): Page['render'] =>
    (onError) =>
      renderer.page({ ...request, onError });

  return {
    /** A page whose data is there. */
    ready(loaded: ReadyPage, asked: string): Page {
      const { match, status, version, current, blog, retryAfterSeconds } = loaded;
      const { id: page, path: route, data } = match.route;
      const isFound = status === 200;
      const isOfTag = data === 'tag';
      const isAddress = isFound || data === 'none';
      const path = isFound
        ? addressOf(match)
        : isAddress
          ? notFoundPath(asked)
          : missingPath(match);
      const etag = isFound ? etagOf(path, version) : null;
      return {
        ...(isFound ? { version, current } : LASTING),
        key: isAddress ? path : isOfTag ? null : missingKey(match, status, retryAfterSeconds),
        status,
        route,
        etag,
        isPrepared: data === 'none' || status === 404 || status === 410,
        headers: [
          ...headers.page(page),
          HTML,
          isFound ? ['Cache-Control', PAGE_CACHE_CONTROL] : NO_STORE,
          VARY,
          ...retryAfter(retryAfterSeconds),
        ],
        render: isOfTag
          ? (onError) =>
              renderer.content(<TagPage match={match} />, {
                ...{ path: addressOf(match), page, blog, site, scripted: false, onError },
              })
          : renderOf({ path, page, blog, site, scripted: true }),
      };
    },

    /**
     * A page whose data is late: the shell at once, the rest when it comes. It carries a nonce for
     * React's scripts.
     */
    deferred({ match, data, known }: DeferredPage): Page {
      const { id: page, path: route } = match.route;
      const nonce = randomBytes(16).toString('base64');
      const giveUp = new Promise<void>((resolve) => {
        data.then((reader) => reader === null && resolve());
      });
      return {
        ...LASTING,
        key: null,
        status: 200,
        route,
        headers: [...headers.pageWithNonce(page, nonce), HTML, NO_STORE, VARY],
        render: renderOf({
          path: pagePath(match),
          page,
          blog: waitingReader({ data, known }),
          site,
          scripted: true,
          nonce,
          giveUp,
        }),
      };
    },

    /** Not indexed and not hydrated. */
    draft({ status, path, blog = readerOf({}) }: Draft): Page {
      const { id: page, path: route } = matchAddress(path).route;
      return {
        ...LASTING,
        key: null,
        status,
        route,
        headers: [...headers.draft(page), HTML, NO_STORE],
        render: renderOf({ path, page, blog, site: { ...site, indexing: false }, scripted: false }),
      };
    },

    /** Not indexed, not hydrated, and nobody else's. */
    search(shown: ReactNode, { status, retryAfterSeconds }: Failure): Page {
      const request = { path: listPath(), page: 'blogs', blog: readerOf({}), site } as const;
      return {
        ...LASTING,
        key: null,
        status,
        route: '/search',
        headers: [...headers.page('blogs'), HTML, NO_STORE, ...retryAfter(retryAfterSeconds)],
        render: (onError) => renderer.content(shown, { ...request, scripted: false, onError }),
      };
    },

    /** An unexpected failure, in the whole layout so that the phone number is there. */
    failure({ status, retryAfterSeconds }: Failure): Page {
      const message = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
      return {
        ...LASTING,
        key: `failure ${status} ${retryAfterSeconds ?? ''}`,
        status,
        route: '*',
        isPrepared: true,
        headers: [...headers.page(FAILURE), HTML, NO_STORE, VARY, ...retryAfter(retryAfterSeconds)],
        render: (onError) =>
          renderer.error(message, {
            path: '/',
            page: FAILURE,
            blog: readerOf({}),
            site,
            scripted: false,
            onError,
          }),
      };
    },
  };
}

const retryAfter = (seconds?: number) =>
  seconds === undefined ? [] : [['Retry-After', String(seconds)] as const];
