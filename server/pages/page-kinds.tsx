import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ReactNode } from 'react';
import {
  listPath,
  matchAddress,
  pagePath,
  postPath,
  type RouteMatch,
  STATIC_PATHS,
} from '../../shared/addresses.ts';
import type { BlogReader } from '../../shared/blog/reader.ts';
import { addressOf } from '../../shared/blog/tag-addresses.ts';
import { UnexpectedError } from '../../shared/pages/UnexpectedError.tsx';
import type { Site } from '../../shared/site/site-context.ts';
import type { Assets } from '../http/assets.ts';
import { type HeaderList, type Headers, HTML, PAGE_CACHE_CONTROL } from '../http/headers.ts';
import { NO_STORE } from '../http/reply.ts';
import { TagPage } from './BlogPages.tsx';
import { type DeferredPage, type ReadyPage, readerOf, waitingReader } from './load.ts';
import { createEtags } from './negotiation.ts';
import type { Renderer, RenderRequest } from './render.tsx';
import type { Page } from './send-page.ts';

const FAILURE = 'unexpected-error';
export const VARY = ['Vary', 'Accept-Encoding'] as const;
const LASTING = { version: '', current: () => '', etag: null };

export interface Failure {
  status: number;
  retryAfterSeconds?: number;
}

interface Passing extends Failure {
  route: string;
  security: HeaderList;
}

/** A page that only an editor sees. */
export interface Draft {
  status: number;
  path: string;
  blog?: BlogReader;
}

/** What is sent for each kind of page. */
export function createPageKinds(parts: {
  assets: Assets;
  site: Site;
  headers: Headers;
  renderer: Renderer;
}) {
  const { assets, site, headers, renderer } = parts;
  const etagOf = createEtags(parts);

  /** A page that no cache keeps. */
  const passing = (
    { route, status, retryAfterSeconds, security }: Passing,
    request: Pick<RenderRequest, 'path' | 'page'> & Partial<RenderRequest>,
  ): Page => ({
    ...LASTING,
    key: null,
    status,
    route,
    headers: [...security, HTML, NO_STORE, VARY, ...retryAfter(retryAfterSeconds)],
    render: renderer({ blog: readerOf({}), site, scripted: false, ...request }),
  });

  return {
    /** A page whose data is there, or for which there is none. */
    ready(loaded: ReadyPage, asked: string): Page {
      const { match, status, version, current, blog, retryAfterSeconds } = loaded;
      const { id, path: route, data } = match.route;
      const isOfTag = data === 'tag';
      const { path, key } = placeOf(loaded, asked);
      const render = renderer({
        path,
        page: id,
        blog,
        site,
        scripted: !isOfTag,
        content: isOfTag ? <TagPage match={match} /> : null,
      });
      const page = { key, status, route, render };
      const first = [...headers.page(id), HTML, VARY];
      if (status === 200) {
        const etag = etagOf(path, version);
        return {
          ...page,
          version,
          current,
          etag,
          isPrepared: data === 'none',
          headers: [...first, ['Cache-Control', PAGE_CACHE_CONTROL], ['ETag', etag]],
        };
      }
      return {
        ...page,
        ...LASTING,
        isPrepared: status !== 503,
        headers: [...first, NO_STORE, ...retryAfter(retryAfterSeconds)],
      };
    },

    /** A page whose data is late: the shell at once, the rest when it comes, by React's scripts. */
    deferred({ match, data }: DeferredPage): Page {
      const { id: page, path: route } = match.route;
      const nonce = randomBytes(16).toString('base64');
      const giveUp = new Promise<void>((resolve) => {
        data.then((reader) => reader === null && resolve());
      });
      const blog = waitingReader({ data });
      return passing(
        { route, status: 200, security: headers.pageWithNonce(page, nonce) },
        { path: pagePath(match), page, blog, scripted: true, nonce, giveUp },
      );
    },

    /** Not indexed, and brought up to date while its editor types. */
    draft({ status, path, blog = readerOf({}) }: Draft): Page {
      const { id: page, path: route } = matchAddress(path).route;
      return passing(
        { route, status, security: headers.draft(page) },
        {
          path,
          page,
          blog,
          scripted: status === 200,
          entry: { src: assets.previewEntry },
          site: { ...site, indexing: false },
        },
      );
    },

    /** Not indexed, not hydrated, and nobody else's. */
    search: (content: ReactNode, failure: Failure): Page =>
      passing(
        { route: '/search', security: headers.page('blogs'), ...failure },
        { path: listPath(), page: 'blogs', content },
      ),

    /** An unexpected failure, in the whole layout so that the phone number is there. */
    failure(failure: Failure): Page {
      const { status, retryAfterSeconds } = failure;
      const message = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
      return {
        ...passing(
          { route: '*', security: headers.page(FAILURE), ...failure },
          { path: '/', page: FAILURE, content: <UnexpectedError message={message} /> },
        ),
        key: `failure ${status} ${retryAfterSeconds ?? ''}`,
        isPrepared: true,
      };
    },
  };
}

const retryAfter = (seconds?: number) =>
  seconds === undefined ? [] : [['Retry-After', String(seconds)] as const];

/** For which address a page is rendered, and what it is cached under; null for what is not cached. */
function placeOf(loaded: ReadyPage, asked: string): { path: string; key: string | null } {
  const { match, status, retryAfterSeconds } = loaded;
  if (status === 200) {
    const path = addressOf(match);
    return { path, key: path };
  }
  switch (match.route.data) {
    case 'none': {
      const path = notFoundPath(asked);
      return { path, key: path };
    }
    case 'tag':
      return { path: addressOf(match), key: null };
    case 'list':
    case 'post':
      return { path: missingPath(match), key: missingKey(match, status, retryAfterSeconds) };
  }
}

/**
 * All not-found pages are alike, except for the section that the navigation marks as current. Each
 * is cached under an address that no page of the site has.
 */
export function notFoundPath(path: string): string {
  const asked = path.toLowerCase();
  const part = STATIC_PATHS.find((page) => page !== '/' && asked.startsWith(`${page}/`)) ?? '';
  return `${part}/not/found`;
}

/**
 * All addresses of posts, and of pages of the list, at which nothing can be shown have one page. It
 * is rendered as if for this address; the browser reads its own.
 */
function missingPath({ route, page }: RouteMatch): string {
  return route.data === 'post' ? postPath('post') : listPath(Math.min(page, 2));
}

/** What such a page is cached under. */
export function missingKey(match: RouteMatch, status: number, retryAfterSeconds?: number): string {
  return `${missingPath(match)} ${status} ${retryAfterSeconds ?? ''}`;
}
