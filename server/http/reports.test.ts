import request from 'supertest';
import { expect, test } from 'vitest';
import { sharedSite, startSite, type TestSite } from '../../test/support/site.ts';

const REPORTS = 'application/reports+json';

/** Creates a report like those of client/error-reports.ts. */
const failure = (deps: Record<string, unknown> = {}) => ({
  type: 'script-error',
  body: {
    message: `Unexpected token 'A', "Ada Canary" of https://x.test/about?q=canary, canary@example.org, 07700 900456`,
    place: '/static/js/Home-ABCD1234.js:1:2345',
    build: 'KS2N37SV',
    browser: 'safari',
    ...deps,
  },
});

function send(site: TestSite, body: unknown, type: string = REPORTS) {
  return request(site.server)
    .post('/reports')
    .set('Content-Type', type)
    .send(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Errors counted, of all kinds of browser. */
async function counted(site: TestSite): Promise<number> {
  const { values } = await site.metrics.browserErrors.get();
  return values.reduce((sum, { value }) => sum + value, 0);
}

test('counts page errors by browser and logs one a minute without personal data', async () => {
  const site = await startSite();
  expect((await send(site, [failure(), failure()])).status).toBe(204);
  expect((await send(site, [failure({ browser: 'other' })])).status).toBe(204);
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
});

test('a page that was changed before hydration is counted by itself and not logged', async () => {
  const site = await startSite();
  for (const message of [
    'Minified React error #418; visit https://react.dev/errors/418?args[]=HTML for the message',
    'Minified React error #423; visit https://react.dev/errors/423 for the full message',
    'Minified React error #425; visit https://react.dev/errors/425 for the full message',
    "Hydration failed because the server rendered HTML didn't match the client.",
    'There was an error while hydrating but React was able to recover.',
  ])
    expect((await send(site, [failure({ message })])).status).toBe(204);
  expect(await counted(site)).toBe(0);
  const text = await site.metrics.registry.metrics();
  expect(text).toContain('browser_hydration_mismatches_total{browser="safari"} 5');
  expect(text).toContain('browser_hydration_mismatches_total{browser="chrome"} 0');
  expect(site.lines.join('')).not.toContain('a page failed');
  await send(site, [failure({ message: 'Minified React error #185; visit …' })]);
  expect(await counted(site)).toBe(1);
});

test('what is no report of errors in pages is refused with a 400 and not counted', async () => {
  const site = await sharedSite();
  const before = await counted(site);
  for (const [type, body] of [
    ['application/json', [failure()]],
    ['text/plain', [failure()]],
    [REPORTS, '{'],
    [REPORTS, []],
    [REPORTS, 'null'],
    [REPORTS, [1]],
    [REPORTS, Array(6).fill(failure())],
    [REPORTS, [failure({ message: 'x'.repeat(40_000) })]],
    [REPORTS, [{ type: 'csp-violation', body: { effectiveDirective: 'img-src' } }]],
    [REPORTS, [failure({ browser: 'Safari 26 of Ada' })]],
    [REPORTS, [failure({ place: 'https://x.test/?q=1:2:3' })]],
    [REPORTS, [failure({ place: '/contact?name=Ada:1:2' })]],
    [REPORTS, [failure({ build: 'x y' })]],
    [REPORTS, [failure({ message: 'x'.repeat(1001) })]],
  ] as const) {
    const { status } = await send(site, body, type);
    expect(status, `${type} ${JSON.stringify(body).slice(0, 80)}`).toBe(400);
  }
  expect(await counted(site)).toBe(before);
});
