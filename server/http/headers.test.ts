import { createHash } from 'node:crypto';
import request from 'supertest';
import { expect, test } from 'vitest';
import { startSite } from '../../test/support/site.ts';

test('a page carries the strict policy, with the inlined stylesheet by its hash', async () => {
  const site = await startSite();
  const { text, headers } = await request(site.server).get('/');
  const policy = headers['content-security-policy'] as string;
  expect(policy.startsWith("default-src 'none'")).toBe(true);
  const sheet = text.match(/<style[^>]*>([\s\S]*?)<\/style>/)?.[1] as string;
  expect(policy).toContain(
    `style-src 'self' 'sha256-${createHash('sha256').update(sheet).digest('base64')}'`,
  );
  expect(policy).toContain("script-src 'self';");
  for (const directive of [
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ])
    expect(policy).toContain(directive);
  expect(policy).not.toMatch(/unsafe|nonce|upgrade-insecure/);
  expect(text).not.toMatch(/ style="/);
});

test('every answer carries the security headers; none names the software or sets a cookie', async () => {
  const site = await startSite();
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
    expect(headers['content-security-policy'], path).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    expect(headers, path).not.toHaveProperty('x-powered-by');
    expect(headers, path).not.toHaveProperty('set-cookie');
    expect(headers, path).not.toHaveProperty('strict-transport-security');
  }
});

test('HSTS and upgrade-insecure-requests are sent only when SITE_URL is https', async () => {
  const site = await startSite({ SITE_URL: 'https://www.example.com' });
  const { headers } = await request(site.server).get('/');
  expect(headers['strict-transport-security']).toMatch(/max-age=31536000; includeSubDomains/);
  expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
});

test('pictures from a stand-in for the content service are allowed, those of anybody else are not', async () => {
  const site = await startSite({
    CONTENTFUL_SPACE_ID: 'space',
    CONTENTFUL_ACCESS_TOKEN: 'token',
    CONTENTFUL_HOST: 'http://127.0.0.1:9',
  });
  const { headers } = await request(site.server).get('/');
  expect(headers['content-security-policy']).toContain(
    "img-src 'self' data: images.ctfassets.net images.eu.ctfassets.net images.secure.ctfassets.net downloads.ctfassets.net http://127.0.0.1:9;",
  );
});

test('without a content service only pictures of the site are allowed', async () => {
  const site = await startSite();
  const { headers } = await request(site.server).get('/');
  expect(headers['content-security-policy']).toContain("img-src 'self' data:;font-src");
});

test('a file named by its content is kept for ever, a missing one is not kept', async () => {
  const site = await startSite();
  const script = await request(site.server).get(site.assets.entry).set('Accept-Encoding', 'br');
  expect(script.status).toBe(200);
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(script.headers['content-encoding']).toBe('br');
  const missing = await request(site.server).get('/static/js/none.js');
  expect(missing.status).toBe(404);
  expect(missing.headers['cache-control']).toBe('no-store');
});

test('a page may use no browser feature that the site has no use for', async () => {
  const site = await startSite();
  const { headers } = await request(site.server).get('/about');
  expect(headers['permissions-policy']?.split(',')).toEqual(
    [
      'accelerometer autoplay browsing-topics camera clipboard-read compute-pressure',
      'display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid',
      'identity-credentials-get idle-detection keyboard-map local-fonts magnetometer microphone',
      'midi otp-credentials payment picture-in-picture publickey-credentials-create',
      'publickey-credentials-get screen-wake-lock serial storage-access usb window-management',
      'xr-spatial-tracking',
    ]
      .join(' ')
      .split(' ')
      .map((feature) => `${feature}=()`),
  );
});

test('the accident page alone may ask for the position, for its own note pad', async () => {
  const { server } = await startSite();
  const policyOf = async (path: string) =>
    (await request(server).get(path)).headers['permissions-policy']?.split(',') ?? [];
  const accident = await policyOf('/accident');
  const others = await policyOf('/contact');
  expect(others).toContain('geolocation=()');
  expect(accident).toEqual(
    others.map((entry) => (entry === 'geolocation=()' ? 'geolocation=(self)' : entry)),
  );
});
