import { createHash } from 'node:crypto';
import request from 'supertest';
import { expect, test } from 'vitest';
import type { PageId } from '../../shared/routes.ts';
import { sharedSite } from '../../test/support/site.ts';
import { readConfig } from '../config/config.ts';
import { createHeaders, type HeaderList } from './headers.ts';

/** The policy of a page when nothing is configured. */
const POLICY: Record<string, string> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': `'self' ${hashOf('home')}`,
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'object-src': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default',
};
const PICTURES =
  "'self' data: images.ctfassets.net images.eu.ctfassets.net images.secure.ctfassets.net downloads.ctfassets.net";
const VIDEOS = 'videos.ctfassets.net';
const CONTENT_SERVICE = { CONTENTFUL_SPACE_ID: 'space', CONTENTFUL_ACCESS_TOKEN: 'token' };

function hashOf(stylesheet: string): string {
  return `'sha256-${createHash('sha256').update(stylesheet).digest('base64')}'`;
}

/** The headers of a site whose stylesheets are the names of their pages. */
function headersWith(environment: Record<string, string> = {}) {
  const stylesheets = { home: 'home', accident: 'accident' } as Record<PageId, string>;
  return createHeaders(readConfig(environment), stylesheets);
}

function policyIn(headers: HeaderList = []): Record<string, string> {
  const { 'Content-Security-Policy': policy = '' } = Object.fromEntries(headers);
  return Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

test.each([
  ['with nothing configured', {}, {}],
  ['under https', { SITE_URL: 'https://www.example.com' }, { 'upgrade-insecure-requests': '' }],
  ['with a content service', CONTENT_SERVICE, { 'img-src': PICTURES, 'media-src': VIDEOS }],
  [
    'with a stand-in for the content service, its own pictures as well',
    { ...CONTENT_SERVICE, CONTENTFUL_HOST: 'http://127.0.0.1:9' },
    {
      'img-src': `${PICTURES} http://127.0.0.1:9`,
      'media-src': `${VIDEOS} http://127.0.0.1:9`,
    },
  ],
])(
  'a page may load and do what the site has a use for, and nothing else: %s',
  (_, environment, changes) => {
    expect(policyIn(headersWith(environment).page('home'))).toEqual({ ...POLICY, ...changes });
  },
);

test('what is not a page may load nothing and be framed nowhere', () => {
  expect(policyIn(headersWith().data)).toEqual({
    'default-src': "'none'",
    'frame-ancestors': "'none'",
  });
});

test('allows scripts and styles of a streamed page by its nonce only', () => {
  expect(policyIn(headersWith().pageWithNonce('home', 'once'))).toEqual({
    ...POLICY,
    'script-src': "'self' 'nonce-once'",
    'style-src': `'self' ${hashOf('home')} 'nonce-once'`,
  });
});

test('lets the content service frame a draft, which sends no Referer', () => {
  const headers = headersWith();
  const draft = headers.draft('accident');
  const { 'X-Frame-Options': frames, ...page } = Object.fromEntries(headers.page('accident'));
  expect(frames).toBe('DENY');
  expect(Object.fromEntries(draft)).toEqual({
    ...page,
    'Content-Security-Policy': expect.any(String),
    'Referrer-Policy': 'no-referrer',
  });
  expect(policyIn(draft)).toEqual({
    ...POLICY,
    'style-src': `'self' ${hashOf('accident')}`,
    'frame-ancestors': 'https://app.contentful.com https://app.eu.contentful.com',
    'trusted-types': 'preview',
  });
});

test.each([
  ['off', undefined],
  ['host', 'max-age=31536000'],
  ['', 'max-age=31536000; includeSubDomains'],
  ['subdomains', 'max-age=31536000; includeSubDomains'],
  ['preload', 'max-age=31536000; includeSubDomains; preload'],
])('under https, HSTS=%s is said with every answer; under http, nothing is', (HSTS, value) => {
  for (const scheme of ['https', 'http']) {
    const { page, draft, data } = headersWith({ SITE_URL: `${scheme}://www.example.com`, HSTS });
    for (const list of [page('home'), draft('home'), data])
      expect(Object.fromEntries(list)['Strict-Transport-Security']).toBe(
        scheme === 'https' ? value : undefined,
      );
  }
});

test('on staging every answer tells search engines to leave it out', async () => {
  const staging = await sharedSite({ ALLOW_INDEXING: 'false' });
  const live = await sharedSite();
  const paths = ['/', '/nothing', '/feed.xml', '/api/posts', '/favicon.svg', live.assets.entry];
  for (const path of paths) {
    const robotsOf = async ({ server }: typeof live) =>
      (await request(server).get(path)).headers['x-robots-tag'];
    expect(await robotsOf(staging), path).toBe('noindex');
    expect(await robotsOf(live), path).toBeUndefined();
  }
});

test('sends no security header that a page does not need, to save bytes', () => {
  expect(Object.fromEntries(headersWith().page('home') ?? [])).toEqual({
    'Content-Security-Policy': expect.any(String),
    'Cross-Origin-Embedder-Policy': 'credentialless',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': expect.any(String),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  });
});

test('serves a page with the hash of its stylesheet and no style attribute', async () => {
  const site = await sharedSite();
  const { text, headers } = await request(site.server).get('/');
  const sheet = text.match(/<style[^>]*>([\s\S]*?)<\/style>/)?.[1] as string;
  expect(headers['content-security-policy']).toContain(`style-src 'self' ${hashOf(sheet)};`);
  expect(text).not.toMatch(/ style="/);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
});

test('caches a page for a minute, stale for a day, and for a week during an outage', async () => {
  const site = await sharedSite();
  const { headers } = await request(site.server).get('/');
  expect(headers['cache-control']).toBe(
    'public, max-age=0, s-maxage=60, stale-while-revalidate=86400, stale-if-error=604800',
  );
});

test('sends security headers with every response, and no cookie or software name', async () => {
  const site = await sharedSite();
  const paths = [
    '/',
    '/no-such-page',
    '/blogs',
    '/robots.txt',
    '/api/posts',
    '/static/none.js',
    site.assets.entry,
    '/favicon.svg',
    '/about/',
    '/%',
  ];
  for (const path of paths) {
    const { headers } = await request(site.server).get(path).redirects(0);
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-embedder-policy': 'credentialless',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    expect(headers, path).not.toHaveProperty('x-powered-by');
    expect(headers, path).not.toHaveProperty('set-cookie');
    expect(headers, path).not.toHaveProperty('strict-transport-security');
  }
});

test('denies unused browser features on every page and names sensitive ones on Home', async () => {
  const { server } = await sharedSite();
  const featuresOf = async (path: string) =>
    (await request(server).get(path)).headers['permissions-policy']?.split(',');
  const asking =
    'browsing-topics camera display-capture hid local-fonts microphone midi payment serial usb';
  const home = asking.split(' ').map((feature) => `${feature}=()`);
  expect(await featuresOf('/')).toEqual(home);
  const elsewhere = (await featuresOf('/about')) ?? [];
  expect(elsewhere.slice(0, home.length)).toEqual(home);
  expect(elsewhere.length).toBeGreaterThan(25);
  expect(elsewhere.pop()).toBe('geolocation=(self)');
  for (const feature of elsewhere) expect(feature).toMatch(/^[a-z-]+=\(\)$/);
});
