import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ReactNode } from 'react';
import type { BlogClient } from '../../shared/blog/blog-client.ts';
import { DraftNote } from '../../shared/blog/DraftNote.tsx';
import { serverPagePath } from '../../shared/blog/tag-routes.ts';
import type { FormAnswer } from '../../shared/callback/form-result.ts';
import { FallbackHead } from '../../shared/head/route-head.tsx';
import { Page as Home, metadata as homeMetadata } from '../../shared/pages/Home.tsx';
import { UnexpectedError } from '../../shared/pages/UnexpectedError.tsx';
import {
  contentPagePath,
  listPath,
  matchPathname,
  pagePath,
  postPath,
  type RouteMatch,
  STATIC_PATHS,
} from '../../shared/routes.ts';
import type { Company } from '../../shared/site/company.ts';
import type { Site } from '../../shared/site/site-context.ts';
import { callbackPromiseNow } from '../callbacks/callback-promise.ts';
import type { Assets } from '../http/assets.ts';
import {
  type HeaderList,
  type Headers,
  HTML_CONTENT_TYPE,
  NO_REFERRER,
  PAGE_CACHE_CONTROL,
} from '../http/headers.ts';
import { NO_STORE } from '../http/reply.ts';
import { TagPage } from './BlogPages.tsx';
import { createEtags } from './etag.ts';
import {
  type DeferredPage,
  deferredBlogClient,
  type ReadyPage,
  staticBlogClient,
} from './load-page.ts';
import type { Render, Renderer } from './render.tsx';
import type { Page, Priority } from './send-page.ts';

const FAILURE = 'unexpected-error';
const CONTACT = 'contact';
const VARY = ['Vary', 'Accept-Encoding'] as const;

/**
 * Form posts that no limit counts, since they are refused before it or by it. Their answers wait
 * their turn and are dropped in a rush, or they would keep other pages from being rendered.
 */
const UNCOUNTED_POSTS: ReadonlySet<number> = new Set([403, 405, 413, 415, 429]);

export interface Failure {
  status: number;
  retryAfterSeconds?: number | undefined;
  /** The address holds a secret, which no Referer may carry. */
  hidesAddress?: boolean;
}

/** A page that only an editor sees. */
export interface Draft {
  status: number;
  path: string;
  blog?: BlogClient;
  /** Home with a question or testimonial that is not published yet. */
  home?: { site: Partial<Site>; issues: readonly string[] };
}

/** The answer to a browser's own form post. */
export interface FormResult {
  status: number;
  form: FormAnswer;
}

/** A page that says nothing of the content, or whose content has no version. */
interface UnversionedPageOptions extends Failure {
  route: string;
  /** Security headers. */
  security: HeaderList;
  render: Render;
  /** The cache key; null for a page that belongs to one visitor. */
  key?: string | null;
  isPrerendered?: boolean;
  priority?: Priority;
}

/** Creates the functions that build each kind of page. */
export function createPageBuilders(deps: {
  assets: Assets;
  /** The facts of the configuration alone. */
  facts: Site;
  /** The site with what the content service says on its pages now, and the version of that. */
  site: () => Site;
  siteVersion: () => string;
  company: Company;
  headers: Headers;
  renderer: Renderer;
}) {
  const { assets, site: siteNow, siteVersion, company, headers, renderer } = deps;
  const etagOf = createEtags(deps);

  /** Creates a page that says nothing of the content, or whose content has no version. */
  function unversionedPage(options: UnversionedPageOptions): Page {
    const { status, route, render, security, retryAfterSeconds } = options;
    const { key = null, isPrerendered = false } = options;
    const { priority = defaultPriority(key, isPrerendered) } = options;
    return {
      key,
      status,
      route,
      render,
      version: siteVersion(),
      currentVersion: siteVersion,
      etag: null,
      isPrerendered,
      priority,
      headers: [...security, HTML_CONTENT_TYPE, NO_STORE, VARY, ...retryAfter(retryAfterSeconds)],
    };
  }

  /** A page whose data is there, or for which there is none. */
  function ready(loaded: ReadyPage, requestPath: string): Page {
    const { match, status, currentVersion: current, blog, retryAfterSeconds } = loaded;
    const site = siteNow();
    const version = `${loaded.version} ${siteVersion()}`;
    const currentVersion = () => {
      const own = current();
      return own === null ? null : `${own} ${siteVersion()}`;
    };
    const { path: route, data } = match.route;
    const { styledAs: id = match.route.id } = loaded;
    const { renderPath, key } = cacheEntryFor(loaded, requestPath);
    const isTagPage = data === 'tag';
    const render = renderer({
      path: renderPath,
      page: id,
      blog,
      site,
      scripted: !isTagPage,
      content: isTagPage ? <TagPage match={match} /> : null,
    });
    const security = headers.page(id);
    if (status !== 200) {
      const isPrerendered = status !== 503;
      return unversionedPage({
        key,
        status,
        route,
        render,
        security,
        retryAfterSeconds,
        isPrerendered,
      });
    }
    const etag = etagOf(renderPath, version);
    const isPrerendered = data === 'none';
    return {
      key,
      status,
      route,
      render,
      version,
      currentVersion,
      etag,
      isPrerendered,
      priority: defaultPriority(key, isPrerendered),
      headers: [
        ...security,
        HTML_CONTENT_TYPE,
        VARY,
        ['Cache-Control', PAGE_CACHE_CONTROL],
        ['ETag', etag],
      ],
    };
  }

  /** A page whose data is late: the shell at once, the rest when it comes, by React's scripts. */
  function deferred({ match, data }: DeferredPage): Page {
    const { id: page, path: route } = match.route;
    const nonce = randomBytes(16).toString('base64');
    const giveUp = new Promise<void>((resolve) => {
      data.then((blogClient) => blogClient === null && resolve());
    });
    const blog = deferredBlogClient({ data });
    const path = pagePath(match);
    const site = siteNow();
    return unversionedPage({
      route,
      status: 200,
      security: headers.pageWithNonce(page, nonce),
      render: renderer({ path, page, blog, site, scripted: true, nonce, giveUp }),
    });
  }

  /** Not indexed, and brought up to date while its editor types. */
  function draft({ status, path, blog = staticBlogClient({}), home }: Draft): Page {
    const { id: page, path: route } = matchPathname(path).route;
    return unversionedPage({
      route,
      status,
      security: headers.draft(page),
      render: renderer({
        path,
        page,
        blog,
        site: { ...siteNow(), ...home?.site, indexing: false },
        scripted: status === 200 && !home,
        content: home ? <HomeDraft issues={home.issues} /> : null,
        entry: { src: assets.previewEntry },
      }),
    });
  }

  /** Not indexed, not hydrated, and nobody else's. */
  function search(content: ReactNode): Page {
    const path = listPath();
    const site = siteNow();
    return unversionedPage({
      route: '/search',
      status: 200,
      security: headers.page('blogs'),
      render: renderer({
        path,
        page: 'blogs',
        blog: staticBlogClient({}),
        site,
        scripted: false,
        content,
      }),
    });
  }

  /**
   * The contact page with what became of a form, and with what was typed. A form that was taken is
   * answered so whatever else the site is busy with.
   */
  function formResult({ status, form }: FormResult): Page {
    const callbackWithin = callbackPromiseNow(company);
    const site = siteNow();
    return unversionedPage({
      route: '/contact.php',
      status,
      security: headers.page(CONTACT),
      priority: UNCOUNTED_POSTS.has(status) ? 'droppable' : 'high',
      render: renderer({
        path: '/contact',
        page: CONTACT,
        blog: staticBlogClient({}),
        site: { ...site, company: { ...site.company, callbackWithin }, indexing: false },
        scripted: false,
        formAnswer: form,
      }),
    });
  }

  /** An unexpected failure, in the whole layout so that the phone number is there. */
  function failure({ status, retryAfterSeconds, hidesAddress }: Failure): Page {
    const pageHeaders = headers.page(FAILURE);
    const security = hidesAddress
      ? [...pageHeaders.filter(([name]) => name !== NO_REFERRER[0]), NO_REFERRER]
      : pageHeaders;
    const message = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
    return unversionedPage({
      key: `failure ${status} ${retryAfterSeconds ?? ''} ${hidesAddress ? 'hidden' : ''}`,
      route: '*',
      status,
      retryAfterSeconds,
      security,
      isPrerendered: true,
      render: renderer({
        path: '/',
        page: FAILURE,
        blog: staticBlogClient({}),
        site: siteNow(),
        scripted: false,
        content: <UnexpectedError message={message} />,
      }),
    });
  }

  return { ready, deferred, draft, search, formResult, failure };
}

function HomeDraft({ issues }: { issues: readonly string[] }) {
  return (
    <>
      <FallbackHead metadata={homeMetadata} />
      <DraftNote issues={issues} />
      <Home />
    </>
  );
}

function defaultPriority(key: string | null, isPrerendered: boolean): Priority {
  if (isPrerendered) return 'high';
  return key === null ? 'droppable' : 'normal';
}

const retryAfter = (seconds?: number) =>
  seconds === undefined ? [] : [['Retry-After', String(seconds)] as const];

/** Returns the path for which a page is rendered, and its cache key; null when it is not cached. */
function cacheEntryFor(
  { match, status, retryAfterSeconds }: ReadyPage,
  requestPath: string,
): { renderPath: string; key: string | null } {
  const address = serverPagePath(match);
  if (status === 200) return { renderPath: address, key: address };
  switch (match.route.data) {
    case 'none': {
      const path = notFoundPath(requestPath);
      return { renderPath: path, key: path };
    }
    case 'tag':
      return { renderPath: address, key: null };
    case 'list':
    case 'post':
    case 'page':
      return {
        renderPath: notFoundBlogPath(match),
        key: notFoundBlogKey(match, status, retryAfterSeconds),
      };
  }
}

/**
 * All not-found pages are alike, except for the section that the navigation marks as current. Each
 * is cached under an address that no page of the site has.
 */
export function notFoundPath(path: string): string {
  const requestPath = path.toLowerCase();
  const section =
    STATIC_PATHS.find((page) => page !== '/' && requestPath.startsWith(`${page}/`)) ?? '';
  return `${section}/not/found`;
}

/**
 * All addresses of posts, of pages, and of pages of the list, at which nothing can be shown have one page. It
 * is rendered as if for this address; the browser reads its own.
 */
function notFoundBlogPath({ route, page }: RouteMatch): string {
  if (route.data === 'page') return contentPagePath('page');
  return route.data === 'post' ? postPath('post') : listPath(Math.min(page, 2));
}

/** Returns the cache key of such a page. */
export function notFoundBlogKey(
  match: RouteMatch,
  status: number,
  retryAfterSeconds?: number,
): string {
  return `${notFoundBlogPath(match)} ${status} ${retryAfterSeconds ?? ''}`;
}
