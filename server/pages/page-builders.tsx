import { hash, randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { BlogClient } from '../../shared/blog/blog-client.ts';
import type { FormAnswer } from '../../shared/callback/form-result.ts';
import { UnexpectedError } from '../../shared/pages/UnexpectedError.tsx';
import { NOT_FOUND_ROUTE, pagePath } from '../../shared/routes.ts';
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
import { cacheEntryFor } from './cache-keys.ts';
import {
  type DeferredPage,
  deferredBlogClient,
  type ReadyPage,
  staticBlogClient,
} from './load-page.ts';
import type { Renderer, RenderRequest } from './render.tsx';
import type { Page, Priority } from './send-page.ts';

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

/** The answer to a browser's own form post. */
export interface FormResult {
  status: number;
  form: FormAnswer;
}

/** A page that says nothing of the content, or whose content has no version. */
export interface UnversionedPage extends Omit<RenderRequest, 'blog' | 'scripted' | 'site'> {
  status: number;
  /** The route in log and metrics. */
  route: string;
  blog?: BlogClient;
  scripted?: boolean;
  /** Facts in place of the site's own. */
  site?: Partial<Site>;
  /** Security headers; those of any page without them. */
  security?: HeaderList;
  retryAfterSeconds?: number | undefined;
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
  const { facts, site: siteNow, siteVersion, company, headers, renderer } = deps;
  const etagOf = createEtags(deps);

  function unversioned(options: UnversionedPage): Page {
    const { status, route, retryAfterSeconds, key = null, isPrerendered = false } = options;
    const { security = headers.page(options.page), priority } = options;
    const { blog = staticBlogClient({}), scripted = false } = options;
    const site = { ...siteNow(), ...options.site };
    const allHeaders = [...security, HTML_CONTENT_TYPE, NO_STORE, VARY];
    if (retryAfterSeconds !== undefined)
      allHeaders.push(['Retry-After', String(retryAfterSeconds)]);
    return {
      key,
      status,
      route,
      render: renderer({ ...options, blog, scripted, site }),
      version: siteVersion(),
      currentVersion: siteVersion,
      etag: null,
      isPrerendered,
      priority: priority ?? defaultPriority(key, isPrerendered),
      headers: allHeaders,
    };
  }

  /** A page whose data is there, or for which there is none. */
  function ready(loaded: ReadyPage, requestPath: string): Page {
    const { match, status, blog, retryAfterSeconds } = loaded;
    const { path: route, data } = match.route;
    const { styledAs: page = match.route.id } = loaded;
    const { renderPath, key } = cacheEntryFor(loaded, requestPath);
    const isTagPage = data === 'tag';
    const content = isTagPage ? <TagPage match={match} /> : null;
    const request = { path: renderPath, page, blog, scripted: !isTagPage, content };
    if (status !== 200) {
      const isPrerendered = status !== 503;
      return unversioned({ ...request, key, status, route, retryAfterSeconds, isPrerendered });
    }
    const version = `${loaded.version} ${siteVersion()}`;
    const etag = etagOf(renderPath, version);
    const isPrerendered = data === 'none';
    return {
      key,
      status,
      route,
      render: renderer({ ...request, site: siteNow() }),
      version,
      currentVersion: () => {
        const current = loaded.currentVersion();
        return current === null ? null : `${current} ${siteVersion()}`;
      },
      etag,
      isPrerendered,
      priority: defaultPriority(key, isPrerendered),
      headers: [
        ...headers.page(page),
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
    return unversioned({
      status: 200,
      route,
      page,
      path: pagePath(match),
      security: headers.pageWithNonce(page, nonce),
      blog: deferredBlogClient({ data }),
      scripted: true,
      nonce,
      giveUp,
    });
  }

  /**
   * The contact page with what became of a form, and with what was typed. A form that was taken is
   * answered so whatever else the site is busy with.
   */
  function formResult({ status, form }: FormResult): Page {
    const callbackWithin = callbackPromiseNow(company);
    return unversioned({
      status,
      route: '/contact.php',
      path: '/contact',
      page: 'contact',
      site: { company: { ...facts.company, callbackWithin }, indexing: false },
      formAnswer: form,
      priority: UNCOUNTED_POSTS.has(status) ? 'droppable' : 'high',
    });
  }

  /** An unexpected failure, in the whole layout so that the phone number is there. */
  function failure({ status, retryAfterSeconds, hidesAddress }: Failure): Page {
    const page = 'unexpected-error';
    const pageHeaders = headers.page(page);
    const security = hidesAddress
      ? [...pageHeaders.filter(([name]) => name !== NO_REFERRER[0]), NO_REFERRER]
      : pageHeaders;
    const message = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
    return unversioned({
      status,
      route: '*',
      path: '/',
      page,
      content: <UnexpectedError message={message} />,
      security,
      retryAfterSeconds,
      key: `failure ${status} ${retryAfterSeconds ?? ''} ${hidesAddress ? 'hidden' : ''}`,
      isPrerendered: true,
    });
  }

  return { ready, deferred, unversioned, formResult, failure };
}

function defaultPriority(key: string | null, isPrerendered: boolean): Priority {
  if (isPrerendered) return 'high';
  return key === null ? 'droppable' : 'normal';
}

/**
 * A page depends on its address, the content version, the build, the company's facts and the
 * security headers, and on nothing else.
 */
function createEtags(deps: { assets: Assets; facts: Site; headers: Headers }) {
  const { assets, facts, headers } = deps;
  const settings = JSON.stringify([facts, headers.page(NOT_FOUND_ROUTE.id)]);
  const common = hash('sha256', assets.build + settings, 'base64url');
  return (path: string, version: string) =>
    `W/"${hash('sha256', `${common} ${path} ${version}`, 'base64url').slice(0, 16)}"`;
}
