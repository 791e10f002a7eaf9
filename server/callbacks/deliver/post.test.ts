import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { startReceiver } from '../../../test/fakes/receiver.ts';
import { startDrippingServer, startRawServer } from '../../../test/fakes/tcp-server.ts';
import {
  dueDelivery,
  neverAborted,
  siteUrls,
} from '../../../test/support/callbacks/channel-site.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { createPhpChannel } from './php.ts';
import { createWebhookChannel } from './webhook.ts';

const DUE = dueDelivery(
  { name: 'Zoë', message: 'a & b\r\nc' },
  { page: '/contact', flags: ['fast'] },
);
const SECRET = 'a secret';
const webhook = (url: string) =>
  createWebhookChannel({ url, format: 'json', secret: SECRET }, siteUrls());

test('posts every field to a webhook as JSON, signed over time and bytes', async () => {
  const { origin, requests } = await startReceiver(204);
  expect(await webhook(`${origin}/hook?a=b`)(DUE, neverAborted)).toEqual({ kind: 'delivered' });
  const [request] = requests;
  expect(request?.url).toBe('/hook?a=b');
  const { id, receivedAt, fields, page, flags } = DUE;
  const sent = { id, receivedAt, ...fields, page, source: null, flags };
  expect(JSON.parse(request?.body ?? '')).toEqual(sent);
  const signature = String(request?.headers['x-callback-signature']);
  const [, time, digest] = /^t=(\d+),v1=([\da-f]{64})$/.exec(signature) ?? [];
  expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60);
  const expected = createHmac('sha256', SECRET).update(`${time}.${request?.body}`).digest('hex');
  expect(digest).toBe(expected);
});

test('posts the fields to PHP as a form, with the id and the time of receipt', async () => {
  const { origin, requests } = await startReceiver(200, '{"ok":true}');
  expect(await createPhpChannel(origin)(DUE, neverAborted)).toEqual({ kind: 'delivered' });
  const [request] = requests;
  expect(request?.url).toBe('/contact.php');
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual(DUE.fields);
  expect(request?.headers).toMatchObject({
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': DUE.id,
    'x-received-at': DUE.receivedAt,
    'x-callback-flags': 'fast',
  });
});

test.each([
  ['{"ok":false}', { kind: 'retry', reason: 'HTTP 200' }],
  ['<b>Warning</b>{"ok":true}', { kind: 'retry', reason: 'HTTP 200' }],
  ['null', { kind: 'retry', reason: 'HTTP 200' }],
  [`{"ok":true,"padding":"${'x'.repeat(100_000)}"}`, { kind: 'retry', reason: 'HTTP 200' }],
  ['\uFEFF{"ok":true}', { kind: 'delivered' }],
])('counts a request as delivered to PHP only when ok is true (%#)', async (body, attempt) => {
  const { origin } = await startReceiver(200, body);
  expect(await createPhpChannel(origin)(DUE, neverAborted)).toEqual(attempt);
});

test.each([
  [400, { kind: 'refused', reason: 'HTTP 400' }],
  [404, { kind: 'refused', reason: 'HTTP 404' }],
  [422, { kind: 'refused', reason: 'HTTP 422' }],
  [408, { kind: 'retry', reason: 'HTTP 408' }],
  [425, { kind: 'retry', reason: 'HTTP 425' }],
  [429, { kind: 'retry', reason: 'HTTP 429' }],
  [500, { kind: 'retry', reason: 'HTTP 500' }],
  [503, { kind: 'retry', reason: 'HTTP 503' }],
])('retries after a status %i, or never', async (status, attempt) => {
  const { origin } = await startReceiver(status, 'no');
  expect(await webhook(origin)(DUE, neverAborted)).toEqual(attempt);
  expect(await createPhpChannel(origin)(DUE, neverAborted)).toEqual(attempt);
});

test.each([301, 302, 307, 308])('does not follow a redirect %i', async (status) => {
  const elsewhere = await startReceiver(200, '{"ok":true}');
  const { origin } = await startReceiver(status, '', { location: elsewhere.origin });
  expect(await webhook(origin)(DUE, neverAborted)).toEqual({
    kind: 'retry',
    reason: `HTTP ${status}`,
  });
  expect(await createPhpChannel(origin)(DUE, neverAborted)).toEqual({
    kind: 'retry',
    reason: `HTTP ${status}`,
  });
  expect(elsewhere.requests).toEqual([]);
});

test('retries when a receiver is down, resets or responds with garbage', async () => {
  const absent = `http://127.0.0.1:${await freePort()}`;
  expect(await webhook(absent)(DUE, neverAborted)).toEqual({
    kind: 'retry',
    reason: 'ECONNREFUSED',
  });
  const resetting = await startRawServer('', 'reset');
  expect(await webhook(resetting.origin)(DUE, neverAborted)).toEqual({
    kind: 'retry',
    reason: 'ECONNRESET',
  });
  const rubbish = await startRawServer('hello\r\n\r\n');
  expect(await webhook(rubbish.origin)(DUE, neverAborted)).toEqual({
    kind: 'retry',
    reason: 'HTTPParserError',
  });
});

test('applies the timeout to the whole response of a receiver that drips', async () => {
  const dripping = await startDrippingServer();
  const attempt = await createPhpChannel(dripping.origin, 300)(DUE, neverAborted);
  expect(attempt).toEqual({ kind: 'retry', reason: 'TimeoutError' });
});

test('accepts a 200 of a webhook before its body ends', async () => {
  const endless = await startRawServer('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', 'hold');
  expect(await webhook(endless.origin)(DUE, neverAborted)).toEqual({ kind: 'delivered' });
});
