import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import type { PageId } from '../../shared/routes.ts';

/** Header names and values. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Lifetimes of a page in shared caches, fresh and stale (docs/interface.md, "Shared caches"). */
export const PAGE_CACHE_CONTROL =
  'public, max-age=0, s-maxage=60, stale-while-revalidate=86400, stale-if-error=604800';

export const HTML_CONTENT_TYPE = ['Content-Type', 'text/html; charset=utf-8'] as const;

/**
 * Browser features that the site never uses: those that ask the visitor for something, reach a
 * device or tell others about the visitor.
 */
const SENSITIVE_FEATURES = [
  'browsing-topics',
  'camera',
  'display-capture',
  'hid',
  'local-fonts',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

/**
 * The rest of what it never uses. Home, which holds no frames and no foreign scripts either, has no
 * room for so many names in its first flight. `bluetooth` is missing because a Chromium without it
 * (on Linux) complains of the unknown name on every page.
 */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'clipboard-read',
  'compute-pressure',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'gyroscope',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'magnetometer',
  'otp-credentials',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'storage-access',
  'window-management',
  'xr-spatial-tracking',
];

/**
 * Hosts of the content service's files, by region and kind. They have no scheme: that allows http
 * and https on an http page, and https alone on an https page (CSP 3, section 6.7.2.8), because
 * protocol-relative addresses are used as given (docs/specification.md, section 3).
 */
const PICTURE_HOSTS = [
  'images.ctfassets.net',
  'images.eu.ctfassets.net',
  'images.secure.ctfassets.net',
  'downloads.ctfassets.net',
];
const VIDEO_HOST = 'videos.ctfassets.net';
/** Origins of the editors that show a draft beside its fields. */
const PREVIEW_FRAME_ORIGINS = ['https://app.contentful.com', 'https://app.eu.contentful.com'];

const ONE_YEAR_S = 31_536_000;

/** The header of a response whose URL holds a secret. */
export const NO_REFERRER = ['Referrer-Policy', 'no-referrer'] as const;

/** The helmet options that a kind of page overrides. */
type PageHelmetOptions = Pick<
  HelmetOptions,
  'contentSecurityPolicy' | 'frameguard' | 'referrerPolicy'
>;

/**
 * The security headers of pages, and of everything that is not a page. helmet makes the values of
 * ready pages once, and those of a streamed page or a draft for each. HSTS and `upgrade-insecure-requests` only under https: on
 * plain http they would send visitors to a port that does not answer.
 */
export function createHeaders(
  config: {
    https: boolean;
    allowIndexing: boolean;
    hsts: 'off' | 'host' | 'subdomains' | 'preload';
    /** Null without a content service. */
    contentful: { origin: string } | null;
  },
  stylesheets: Record<PageId, string>,
) {
  const hsts = config.https &&
    config.hsts !== 'off' && {
      maxAge: ONE_YEAR_S,
      includeSubDomains: config.hsts !== 'host',
      preload: config.hsts === 'preload',
    };
  const { contentful } = config;
  const isCustomOrigin =
    contentful && !new URL(contentful.origin).hostname.endsWith('.contentful.com');
  const standIn = isCustomOrigin ? [contentful.origin] : []; // which serves its pictures itself
  const pagePolicy = (id: PageId, nonces: string[], overrides: object = {}) => ({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...nonces],
      styleSrc: ["'self'", `'sha256-${hash('sha256', stylesheets[id], 'base64')}'`, ...nonces],
      imgSrc: ["'self'", 'data:', ...(contentful ? PICTURE_HOSTS : []), ...standIn],
      ...(contentful ? { mediaSrc: [VIDEO_HOST, ...standIn] } : {}),
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['default'], // client/trusted-types.ts
      ...overrides,
      ...(config.https ? { upgradeInsecureRequests: [] } : {}),
    },
  });
  const commonOptions: HelmetOptions = {
    // Not require-corp: the content service's pictures come without CORP.
    crossOriginEmbedderPolicy: { policy: 'credentialless' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: hsts,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    originAgentCluster: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  };
  const permissions = (id: PageId) => {
    const unused = [...SENSITIVE_FEATURES, ...(id === 'home' ? [] : UNUSED_FEATURES)];
    const policies = unused.map((feature) => `${feature}=()`);
    // For the note pad, in whichever page's document it has come by a link. It is what a browser does
    // by default, so that Home need not say it.
    if (id !== 'home') policies.push('geolocation=(self)');
    return ['Permissions-Policy', policies.join()] as const;
  };
  // Pages say it in their head too; feeds, pictures and JSON have no other place.
  const robots: HeaderList = config.allowIndexing ? [] : [['X-Robots-Tag', 'noindex']];
  const headersOf = (id: PageId, overrides: PageHelmetOptions): HeaderList => [
    ...captureHeaders(helmet({ ...commonOptions, ...overrides })),
    permissions(id),
    ...robots,
  ];
  const page = (id: PageId, ...nonces: string[]) =>
    headersOf(id, { contentSecurityPolicy: pagePolicy(id, nonces) });
  const ready = Object.fromEntries(
    Object.keys(stylesheets).map((id) => [id, page(id as PageId)]),
  ) as Record<PageId, HeaderList>;
  /** Headers of JSON, XML, text, assets and plain errors. */
  const nonPage: HeaderList = [
    ...captureHeaders(
      helmet({
        ...commonOptions,
        contentSecurityPolicy: {
          useDefaults: false,
          directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
        },
      }),
    ),
    ...robots,
  ];
  return {
    /** Returns the headers of a ready page: no inline script, and its stylesheet by hash. */
    page: (id: PageId) => ready[id],
    /** Returns the headers of a streamed page, whose late parts React moves with inline scripts. */
    pageWithNonce: (id: PageId, nonce: string) => page(id, `'nonce-${nonce}'`),
    /**
     * Returns the headers of a draft. The preview pane of the content service may frame it, and its
     * Referer must not leak the secret in its URL.
     */
    draft: (id: PageId) =>
      headersOf(id, {
        frameguard: false, // it cannot list origins
        referrerPolicy: { policy: 'no-referrer' },
        contentSecurityPolicy: pagePolicy(id, [], {
          frameAncestors: PREVIEW_FRAME_ORIGINS,
          trustedTypes: ['preview'], // client/live-preview.ts
        }),
      }),
    data: nonPage,
  };
}

export type Headers = ReturnType<typeof createHeaders>;

/** Runs a helmet middleware once against a response that only records headers. */
function captureHeaders(middleware: ReturnType<typeof helmet>): HeaderList {
  const values = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => values.set(name, value),
    removeHeader: () => {},
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, () => {});
  return [...values];
}

export function setHeaders(response: ServerResponse, headers: HeaderList): void {
  for (const [name, value] of headers) response.setHeader(name, value);
}
