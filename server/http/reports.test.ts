import request from 'supertest';
import { expect, test } from 'vitest';
import { startSite, type TestSite } from '../../test/support/site.ts';

const MODERN = 'application/reports+json';
const OLD = 'application/csp-report';

/** As Chromium 147 sends it. */
const violation = (effectiveDirective: string) => ({
  age: 12,
  type: 'csp-violation',
  url: 'https://www.example.com/blogs/canary-address?q=canary-query',
  user_agent: 'canary-browser',
  body: {
    blockedURL: 'https://canary-host.example/x.js',
    columnNumber: 5,
    disposition: 'enforce',
    documentURL: 'https://www.example.com/blogs/canary-address?q=canary-query',
    effectiveDirective,
    lineNumber: 1,
    originalPolicy: "default-src 'none'",
    referrer: 'https://canary-referrer.example/',
    sample: 'canary-sample',
    statusCode: 200,
  },
});
/** As Firefox 140 sends it. */
const oldViolation = {
  'csp-report': {
    'blocked-uri': 'inline',
    disposition: 'enforce',
    'document-uri': 'https://www.example.com/canary-address',
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'none'",
    'violated-directive': 'script-src-elem',
  },
};

function send(site: TestSite, type: string, body: unknown, headers: Record<string, string> = {}) {
  return request(site.server)
    .post('/reports')
    .set({ 'Content-Type': type, ...headers })
    .send(typeof body === 'string' ? body : JSON.stringify(body));
}

const counted = async (site: TestSite) =>
  Object.fromEntries(
    (await site.metrics.cspViolations.get()).values
      .filter(({ value }) => value > 0)
      .map(({ labels, value }) => [labels.directive, value]),
  );

test('a page tells browsers where to report, in the old way and in the new', async () => {
  const site = await startSite();
  const { headers } = await request(site.server).get('/about');
  expect(headers['reporting-endpoints']).toBe('r="/reports"');
  expect(headers['content-security-policy']).toContain('report-to r;report-uri /reports');
});

test('reports are counted by directive, and what no browser sends as one is "other"', async () => {
  const site = await startSite();
  const reports = ['img-src', 'script-src-elem', 'img-src', 'canary-directive'].map(violation);
  expect((await send(site, MODERN, reports)).status).toBe(204);
  expect((await send(site, MODERN, [{ type: 'coop', body: {} }])).status).toBe(204);
  expect((await send(site, OLD, oldViolation)).status).toBe(204);
  expect(await counted(site)).toEqual({ 'img-src': 2, 'script-src-elem': 2, other: 2 });
});

test('one warning a minute names a directive, and nothing else of a report is logged or counted', async () => {
  const site = await startSite();
  for (let round = 0; round < 3; round += 1) await send(site, MODERN, [violation('img-src')]);
  await send(site, OLD, oldViolation);
  const warnings = site.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
  expect(warnings).toMatchObject([{ directive: 'img-src' }]);
  const text = site.lines.join('') + (await site.metrics.registry.metrics());
  expect(text).not.toMatch(/canary/);
});

test.each([
  ['application/json', [violation('img-src')]],
  ['text/plain', [violation('img-src')]],
  [MODERN, '{'],
  [MODERN, []],
  [MODERN, 'null'],
  [MODERN, [1]],
  [MODERN, Array(101).fill(violation('img-src'))],
  [MODERN, [{ body: { effectiveDirective: { toString: 1 } } }]],
  [OLD, { 'csp-report': null }],
  [OLD, { 'csp-report': { 'effective-directive': 'x'.repeat(40_000) } }],
])('as %s, %.40j is refused with a 400 and not counted', async (type, body) => {
  const site = await startSite();
  expect((await send(site, type, body)).status).toBe(400);
  expect(await counted(site)).toEqual({});
});

test.each([
  [{ Origin: 'https://elsewhere.example' }, 403],
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
  [{ Origin: 'http://site.test' }, 204],
  [{}, 204],
])('a report with %j is answered %i', async (headers, status) => {
  const site = await startSite();
  const answer = await send(
    site,
    MODERN,
    [violation('img-src')],
    headers as Record<string, string>,
  );
  expect(answer.status).toBe(status);
});

test('after a hundred reports of this site in ten minutes a client waits, and others do not', async () => {
  const site = await startSite({ TRUST_PROXY: '1' });
  const from = (client: string) =>
    send(site, MODERN, [violation('img-src')], { 'X-Forwarded-For': client });
  for (let count = 0; count < 100; count += 1) {
    const elsewhere = { 'X-Forwarded-For': '192.0.2.1', 'Sec-Fetch-Site': 'cross-site' };
    expect((await send(site, MODERN, [violation('img-src')], elsewhere)).status).toBe(403);
    expect((await from('192.0.2.1')).status).toBe(204);
  }
  const refused = await from('192.0.2.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await from('192.0.2.2')).status).toBe(204);
  expect(await counted(site)).toEqual({ 'img-src': 101 });
});

/** As client/error-reports.ts sends it. */
const failure = (parts: Record<string, unknown> = {}) => ({
  type: 'script-error',
  body: {
    message: `Unexpected token 'A', "Ada Canary" of https://x.test/about?q=canary, canary@example.org, 07700 900456`,
    place: '/static/js/Home-ABCD1234.js:1:2345',
    build: 'KS2N37SV',
    browser: 'safari',
    ...parts,
  },
});

test('errors in pages are counted by kind of browser; one a minute is logged with its place and nothing personal', async () => {
  const site = await startSite();
  expect((await send(site, MODERN, [failure(), failure()])).status).toBe(204);
  expect((await send(site, MODERN, [failure({ browser: 'other' })])).status).toBe(204);
  const text = await site.metrics.registry.metrics();
  expect(text).toContain('browser_errors_total{browser="safari"} 2');
  expect(text).toContain('browser_errors_total{browser="other"} 1');
  expect(text).toContain('browser_errors_total{browser="firefox"} 0');
  const warnings = site.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
  expect(warnings).toMatchObject([
    {
      message: 'Unexpected token …, … of /about … …',
      place: '/static/js/Home-ABCD1234.js:1:2345',
      script: 'KS2N37SV',
      browser: 'safari',
    },
  ]);
  expect(site.lines.join('')).not.toMatch(/canary|900456/i);
  expect(await counted(site)).toEqual({});
});

test.each([
  { browser: 'Safari 26 of Ada' },
  { place: 'https://x.test/?q=1:2:3' },
  { place: '/contact?name=Ada:1:2' },
  { build: 'x y' },
  { message: 'x'.repeat(1001) },
])('an error with %j is refused', async (parts) => {
  const site = await startSite();
  expect((await send(site, MODERN, [failure(parts)])).status).toBe(400);
  expect(await site.metrics.registry.metrics()).not.toMatch(/^browser_errors_total.* [1-9]/m);
});
