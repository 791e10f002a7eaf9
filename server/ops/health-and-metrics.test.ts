import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { sharedSite, startSite } from '../../test/support/site.ts';
import { isAllowedHost, startAdminServer } from './admin-server.ts';

test('readiness does not depend on the content service or the PHP backend', async () => {
  const site = await startSite({
    CONTENTFUL_SPACE_ID: 'space',
    CONTENTFUL_ACCESS_TOKEN: 'token',
    CONTENTFUL_HOST: 'http://127.0.0.1:9',
    PHP_BACKEND_URL: 'http://127.0.0.1:9',
  });
  expect((await request(site.server).get('/readyz')).status).toBe(200);
});

test.each([
  [{ name: 'LCP', value: 1234.5, id: 'v5-1', rating: 'good' }, 204],
  [
    [
      { name: 'CLS', value: 0.01, id: 'a', rating: 'good' },
      { name: 'INP', value: 40, id: 'b', rating: 'poor' },
    ],
    204,
  ],
  [{ name: 'XYZ', value: 1, id: 'a', rating: 'good' }, 400],
  [{ name: 'LCP', value: 1, rating: 'good' }, 400],
  [{ name: 'LCP', value: 1, id: '', rating: 'good' }, 400],
  [{ name: 'LCP', value: -1, id: 'a', rating: 'good' }, 400],
  [{ name: 'LCP', value: '1', id: 'a', rating: 'good' }, 400],
  [[], 400],
  [{}, 400],
  [Array(11).fill({ name: 'LCP', value: 1, id: 'a', rating: 'good' }), 400],
])('a beacon %j is answered %i', async (beacon, status) => {
  const site = await sharedSite();
  const answer = await request(site.server)
    .post('/vitals')
    .set('Content-Type', 'application/json')
    .send(JSON.stringify(beacon));
  expect(answer.status).toBe(status);
});

test('a beacon that is not JSON, or too large, is a 400', async () => {
  const site = await sharedSite();
  for (const body of ['{', 'hello', '', `{"name":"${'x'.repeat(5000)}"}`])
    expect(
      (
        await request(site.server)
          .post('/vitals')
          .set('Content-Type', 'application/json')
          .send(body)
      ).status,
    ).toBe(400);
});

test('shows histograms of vitals and requests on the admin listener only', async () => {
  const site = await startSite();
  const admin = await startAdminServer({
    port: 0,
    host: '127.0.0.1',
    metrics: site.metrics,
    desk: null,
    log: site.log,
  });
  onTestFinished(() => void admin.close());
  await request(site.server)
    .post('/vitals')
    .send({ name: 'LCP', value: 900, id: 'v5-1', rating: 'good' });
  await request(site.server).get('/about');
  const { port } = admin.address() as AddressInfo;
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect
    .poll(metrics)
    .toContain('http_request_duration_seconds_count{route="/about",method="GET",status="200"} 1');
  expect(await metrics()).toContain('web_vitals_count{name="LCP",rating="good"} 1');
  expect((await request(site.server).get('/metrics')).status).toBe(404);
});

test.each([
  ['127.0.0.1:9464', true],
  ['10.1.2.3:9464', true],
  ['[::1]:9464', true],
  ['[2001:db8::1]', true],
  ['localhost:9464', true],
  ['LOCALHOST', true],
  ['Metrics.internal:9464', true],
  ['rebound.example:9464', false],
  ['localhost.rebound.example', false],
  ['127.0.0.1.rebound.example', false],
  ['metrics.internal.rebound.example', false],
  ['website', false],
  ['', false],
  [undefined, false],
])('a listener at metrics.internal is meant by the host %s: %s', (host, own) => {
  expect(isAllowedHost(host, 'metrics.internal')).toBe(own);
});

test('hides the metrics from a web page that uses DNS rebinding', async () => {
  const { metrics, log } = await sharedSite();
  const server = await startAdminServer({ port: 0, host: '127.0.0.1', metrics, desk: null, log });
  onTestFinished(() => void server.close());
  const statusFor = async (host: string) =>
    (await request(server).get('/metrics').set('Host', host)).status;
  expect(await statusFor('rebound.example:9464')).toBe(421);
  expect(await statusFor('10.1.2.3:9464')).toBe(200);
});

test('logs a request in one line with its route, without path, query or full address', async () => {
  const site = await startSite();
  await request(site.server)
    .get('/blogs/some-canary-slug?secret=canary')
    .set('X-Request-Id', 'abcdef-123456');
  await expect.poll(() => site.lines.some((line) => line.includes('"msg":"request"'))).toBe(true);
  const line = site.lines.find((text) => text.includes('"msg":"request"')) as string;
  expect(JSON.parse(line)).toMatchObject({
    method: 'GET',
    route: '/blogs/:slug',
    status: 404,
    client: '127.0.0.0/24',
    requestId: 'abcdef-123456',
  });
  expect(site.lines.join('')).not.toContain('canary');
});

test('logs the route of what answered: a file of the build, or the not-found page', async () => {
  const site = await startSite();
  for (const path of ['/favicon.svg', '/search']) await request(site.server).get(path);
  const routes = () =>
    site.lines.flatMap((line) => (line.includes('"msg":"request"') ? JSON.parse(line).route : []));
  await expect.poll(routes).toEqual(['/*', '*']);
});

test('LOG_LEVEL=warn keeps requests out of the log, but in the metrics', async () => {
  const site = await startSite({ LOG_LEVEL: 'warn' });
  await request(site.server).get('/about');
  await expect
    .poll(() => site.metrics.registry.metrics())
    .toContain('http_request_duration_seconds_count{route="/about"');
  expect(site.lines).toEqual([]);
});

test('a made-up method does not become a label', async () => {
  const site = await startSite();
  for (const method of ['PROPFIND', 'PURGE', 'PUT'])
    expect((await fetch(`${site.url}/about`, { method })).status).toBe(405);
  await expect
    .poll(() => site.metrics.registry.metrics())
    .toContain(
      'http_request_duration_seconds_count{route="unmatched",method="other",status="405"} 3',
    );
});
