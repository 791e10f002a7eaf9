import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, startPhp } from '../../testing/php.ts';
import { readConfig } from '../config.ts';
import { createMetrics } from '../ops/metrics.ts';
import type { RenderForm } from './answer.ts';
import { createContact } from './contact.ts';
import { openJournal } from './journal.ts';
import { readCallbacks } from './store/reader.ts';

const GOOD = { name: 'Canary Zoë', mobile: '07700 900199', email: 'canary@example.com', message: '' };
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const FORM = 'application/x-www-form-urlencoded';

/** A page that shows what the form would be rendered with. */
const renderForm: RenderForm = (_request, response, { status, form }) => {
  response
    .status(status)
    .type('html')
    .send(`<pre>${JSON.stringify(form)}</pre>`);
};

interface Sent {
  method?: string;
  type?: string;
  headers?: Record<string, string>;
  fields?: Record<string, string>;
  body?: string;
}

async function startContact(environment: Record<string, string> = {}, store: 'usable' | 'blocked' = 'usable') {
  const ownDir = await mkdtemp(join(tmpdir(), 'contact-'));
  const dataDir = join(ownDir, 'data');
  if (store === 'blocked') await writeFile(dataDir, 'a file where the directory should be');
  const config = readConfig({
    SITE_URL: 'https://www.example.com',
    DATA_DIR: dataDir,
    CONTACT_RATE_LIMIT: '1000',
    ...environment,
  });
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const metrics = createMetrics();
  const journal = config.phpBackendUrl && !config.callbackSpool ? null : await openJournal({ dataDir, log, metrics });
  const app = express().disable('x-powered-by').disable('etag').set('trust proxy', config.trustProxy);
  app.use((_request, response, next) => {
    response.locals.requestId = 'request-0001';
    next();
  });
  app.use(createContact({ config, log, metrics, journal, renderForm }));
  const server: Server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/contact.php`;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await journal?.close();
    await rm(ownDir, { recursive: true, force: true });
  });
  const post = (fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    postRaw(new URLSearchParams({ ...GOOD, ...fields }).toString(), headers);
  const postRaw = async (body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': FORM, ...headers },
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { dataDir, lines, metrics, journal, url, post, postRaw, port: Number(new URL(url).port) };
}

async function startBackend(port?: number) {
  const received = join(await mkdtemp(join(tmpdir(), 'php-')), 'received.jsonl');
  onTestFinished(() => rm(join(received, '..'), { recursive: true, force: true }));
  const php = await startPhp(join(import.meta.dirname, '../../testing/contact.php'), { RECEIVED: received }, port);
  const requests = async () => {
    const text = await readFile(received, 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  return { ...php, requests };
}

/** Sends bytes as they are and gives back all that is answered until the connection ends or an answer's JSON is complete. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk;
      if (/"ok":(true|false)\}/.test(answer)) socket.destroy();
    });
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}

test('a request is on the disk when the visitor is told so', async () => {
  const { post, dataDir } = await startContact();
  const answer = await post({ message: 'Line one\r\nline two', website: 'x', elapsed: '10' });
  expect(answer).toMatchObject({ status: 200, text: '{"ok":true}' });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await readCallbacks(dataDir)).toMatchObject([
    { fields: { ...GOOD, message: 'Line one\r\nline two' }, flags: ['honeypot', 'fast'], spooled: false },
  ]);
  expect(await post({ message: 'Line one\r\nline two' })).toMatchObject({ status: 200, text: '{"ok":true}' });
  expect(await readCallbacks(dataDir)).toHaveLength(1);
});

test.each([
  ['other methods', 405, { method: 'PUT' }],
  ['JSON', 415, { type: 'application/json', body: '{"name":"Ann"}' }],
  ['a body that is no form, however long', 415, { type: 'text/plain', body: 'x'.repeat(9000) }],
  ['a body past 8 kB', 413, { body: `name=${'x'.repeat(8200)}` }],
  ['a message within its limit whose encoding is past 8 kB', 413, { fields: { message: '👩'.repeat(700) } }],
  ['another site', 403, { headers: { origin: 'https://evil.example' } }],
  ['a form from another site, as the browser says', 403, { headers: { 'sec-fetch-site': 'cross-site' } }],
  ['broken escapes', 400, { body: 'name=%' }],
  ['a header line in the name', 400, { fields: { name: 'Ann\r\nBcc: all@example.com' } }],
  ['a missing name', 422, { fields: { name: '' } }],
  ['a mobile number of 31 characters', 422, { fields: { mobile: '0'.repeat(31) } }],
  ['an empty body', 422, { body: '' }],
])('%s: refused with %i, the same to a script and as a page to a browser', async (_, status, sent) => {
  const { url, journal, dataDir } = await startContact();
  const { method = 'POST', type = FORM, headers = {}, fields, body } = sent as Sent;
  const content = body ?? new URLSearchParams({ ...GOOD, ...fields }).toString();
  const send = (more: object) => fetch(url, { method, body: content, headers: { 'content-type': type, ...headers, ...more } });
  const script = await send({});
  expect([script.status, await script.text()]).toEqual([status, '{"ok":false}']);
  expect(script.headers.get('cache-control')).toBe('no-store');
  expect(script.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
  const browser = await send({ accept: BROWSER.accept });
  expect([browser.status, browser.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  expect(await browser.text()).toContain('"outcome":"rejected"');
  await journal?.close();
  expect(await readCallbacks(dataDir)).toEqual([]);
});

test('without JavaScript the visitor gets a page: fields as typed after a failure, empty after success', async () => {
  const { post } = await startContact();
  const form = (text: string) => JSON.parse(text.slice(5, -6));
  const failed = await post({ email: 'canary', name: ' Zoë ' }, BROWSER);
  expect(failed.status).toBe(422);
  expect(form(failed.text)).toEqual({
    outcome: 'rejected',
    values: { name: ' Zoë ', mobile: GOOD.mobile, email: 'canary' },
    errors: { email: expect.any(String) },
  });
  const sent = await post({}, BROWSER);
  expect(sent.status).toBe(200);
  expect(form(sent.text)).toEqual({ outcome: 'sent', values: { name: '', mobile: '', email: '' }, errors: {} });
});

test('a script is told in JSON', async () => {
  const { post } = await startContact();
  for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5'])
    expect((await post({}, { accept })).text).toBe('{"ok":true}');
});

test('a chunked body is counted as it comes, and an endless one is hung up on', async () => {
  const { port, url } = await startContact();
  const head = `POST /contact.php HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`;
  expect(await exchange(port, head + chunk + chunk + chunk)).toMatch(/^HTTP\/1.1 413 /);
  const good = new URLSearchParams(GOOD).toString();
  expect(await exchange(port, `${head}${good.length.toString(16)}\r\n${good}\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);

  const closed = new Promise((resolve) => {
    const upload = httpRequest(url, { method: 'POST', headers: { 'content-type': FORM } });
    const more = setInterval(() => upload.write('x'.repeat(4096)), 5);
    upload.on('response', (response) => response.resume());
    upload.on('close', resolve).on('error', resolve);
    onTestFinished(() => clearInterval(more));
  });
  await closed;
});

test('a visitor who leaves while sending is not answered and not an error', async () => {
  const { port, metrics } = await startContact();
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(`POST /contact.php HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\nContent-Length: 100\r\n\r\nname=`, () =>
      socket.destroy(),
    ),
  );
  await expect
    .poll(async () => (await metrics.callbacks.get()).values)
    .toMatchObject([{ labels: { outcome: 'visitor_left' }, value: 1 }]);
});

test('the rate limit counts complete requests of one client: IPv4 by address, IPv6 by /64', async () => {
  const { post } = await startContact({ CONTACT_RATE_LIMIT: '2', TRUST_PROXY: '1' });
  const from = (client: string, fields = {}) => post(fields, { 'x-forwarded-for': `203.0.113.99, ${client}` });
  for (let attempt = 0; attempt < 5; attempt++) expect((await from('192.0.2.1', { email: '' })).status).toBe(422);
  expect((await from('192.0.2.1')).status).toBe(200);
  expect((await from('192.0.2.1', { message: 'again' })).status).toBe(200);
  const third = await from('192.0.2.1');
  expect([third.status, third.text]).toEqual([429, '{"ok":false}']);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await from('192.0.2.2')).status).toBe(200);
  for (const [client, status] of [
    ['2001:db8::1', 200],
    ['2001:db8::2', 200],
    ['2001:db8::ffff', 429],
    ['2001:db8:0:1::1', 200],
  ] as const)
    expect((await from(client)).status).toBe(status);
});

test('a store that cannot be written is a 503, and the next request succeeds once it can', async () => {
  const { post, dataDir } = await startContact({}, 'blocked');
  expect(await post()).toMatchObject({ status: 503, text: '{"ok":false}' });
  const page = await post({}, BROWSER);
  expect(page.status).toBe(503);
  expect(page.text).toContain(GOOD.name);
  await rm(dataDir);
  expect(await post()).toMatchObject({ status: 200 });
});

test('PHP gets the form untouched, and of the visitor what it needs and nothing else', async () => {
  const backend = await startBackend();
  const { url } = await startContact({ PHP_BACKEND_URL: backend.origin });
  const body = `website=1&unknown=%e2%82%ac&name=Zo%C3%AB+L&name=Ann&mobile=07700%20900123&email=a%40b.example&message=a%0D%0Ab`;
  const answer = await fetch(`${url}?debug=1`, {
    method: 'POST',
    body,
    headers: {
      'content-type': `${FORM};charset=UTF-8`,
      cookie: 'a=b',
      authorization: 'Basic eDp5',
      'user-agent': 'test',
      'x-forwarded-for': '198.51.100.7',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      forwarded: 'for=198.51.100.7',
      'x-real-ip': '198.51.100.7',
      'client-ip': '198.51.100.7',
      'x-http-method-override': 'DELETE',
      'x-callback-flags': 'forged',
      proxy: 'http://evil.example',
    },
  });
  expect([answer.status, await answer.text()]).toEqual([200, '{"ok": true, "reference": "A-1"}\n']);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.headers.get('x-backend')).toBeNull();
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const [received, ...more] = await backend.requests();
  expect(more).toEqual([]);
  expect(Buffer.from(received.body, 'base64').toString()).toBe(body);
  expect(received).toMatchObject({ method: 'POST', uri: '/contact.php', post: { name: 'Ann', message: 'a\r\nb' } });
  expect(received.headers).toEqual({
    host: new URL(backend.origin).host,
    connection: 'close',
    'content-length': String(body.length),
    'content-type': `${FORM};charset=UTF-8`,
    accept: 'application/json',
    'user-agent': 'test',
    'x-forwarded-for': '127.0.0.1',
    'x-request-id': 'request-0001',
    'x-callback-flags': 'honeypot',
    'idempotency-key': expect.stringMatching(/^[\da-f-]{36}$/),
  });
});

test('a client that waits for 100 Continue, or sends chunks, is forwarded like any other', async () => {
  const backend = await startBackend();
  const { port } = await startContact({ PHP_BACKEND_URL: backend.origin });
  const good = new URLSearchParams(GOOD).toString();
  const head = `POST /contact.php HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\n`;
  expect(await exchange(port, `${head}Expect: 100-continue\r\nContent-Length: ${good.length}\r\n\r\n${good}`)).toMatch(
    /HTTP\/1.1 200 /,
  );
  expect(
    await exchange(port, `${head}Transfer-Encoding: chunked\r\n\r\n${good.length.toString(16)}\r\n${good}\r\n0\r\n\r\n`),
  ).toMatch(/HTTP\/1.1 200 /);
  for (const { headers } of await backend.requests()) {
    expect(headers['content-length']).toBe(String(good.length));
    expect(headers).not.toHaveProperty('transfer-encoding');
  }
});

test.each([
  ['refuse', 422, '{"ok":false,"error":"mobile"}', 422],
  ['no', 200, '{"ok":false}', 502],
  ['busy', 503, '{"ok":false}', 503],
  ['redirect', 502, '{"ok":false}', 502],
  ['fatal', 502, '{"ok":false}', 502],
  ['warning', 502, '{"ok":false}', 502],
  ['long', 502, '{"ok":false}', 502],
  ['byte order mark', 200, '\uFEFF{"ok":true}', 200],
])('what PHP answers (%s) reaches a script as %i %s and a browser as %i', async (answer, status, text, pageStatus) => {
  const backend = await startBackend();
  const { post, url } = await startContact({ PHP_BACKEND_URL: backend.origin });
  const script = await fetch(url, { method: 'POST', body: new URLSearchParams({ ...GOOD, answer }) });
  expect([script.status, Buffer.from(await script.arrayBuffer()).toString()]).toEqual([status, text]);
  expect(script.headers.get('retry-after')).toBe(answer === 'busy' ? '120' : null);
  expect(script.headers.get('location')).toBeNull();
  const page = await post({ answer }, BROWSER);
  expect(page.status).toBe(pageStatus);
  expect(page.text).toContain(pageStatus === 200 ? '"outcome":"sent"' : `"values":{"name":"${GOOD.name}"`);
});

test('with a backend that is down the visitor is told, unless the safety net is on: then the request is kept and delivered later, once', async () => {
  const port = await freePort();
  const PHP_BACKEND_URL = `http://127.0.0.1:${port}`;
  expect(await (await startContact({ PHP_BACKEND_URL })).post()).toMatchObject({ status: 502, text: '{"ok":false}' });

  const { post, dataDir, metrics, lines } = await startContact({ PHP_BACKEND_URL, CALLBACK_SPOOL: 'on' });
  expect(await post({ message: 'one' })).toMatchObject({ status: 200, text: '{"ok":true}' });
  expect(await post({ message: 'one' })).toMatchObject({ status: 200, text: '{"ok":true}' });
  const [kept, ...others] = await readCallbacks(dataDir);
  expect(others).toEqual([]);
  await expect.poll(async () => (await metrics.spoolLength.get()).values[0]?.value, { timeout: 10_000 }).toBe(1);
  expect(lines.join('')).toContain('"waiting":1');

  const backend = await startBackend(port);
  await expect.poll(() => readCallbacks(dataDir), { timeout: 20_000 }).toEqual([]);
  expect(await backend.requests()).toMatchObject([
    { post: { ...GOOD, message: 'one' }, headers: { 'idempotency-key': kept?.id } },
  ]);
  await expect.poll(async () => (await metrics.spoolLength.get()).values[0]?.value).toBe(0);
});

test('nothing that a visitor typed gets into a log line or a metric, on any way through', async () => {
  const backend = await startBackend();
  const sites = [
    await startContact({ CONTACT_RATE_LIMIT: '3', LOG_LEVEL: 'trace' }),
    await startContact({ PHP_BACKEND_URL: backend.origin }),
    await startContact({ PHP_BACKEND_URL: `http://127.0.0.1:${await freePort()}` }),
    await startContact({ PHP_BACKEND_URL: `http://127.0.0.1:${await freePort()}`, CALLBACK_SPOOL: 'on' }),
    await startContact({}, 'blocked'),
  ];
  for (const { post, postRaw, metrics, lines } of sites) {
    const tried: Record<string, string>[] = [
      {},
      { message: 'Canary' },
      { email: 'canary' },
      { mobile: 'x'.repeat(99) },
      { name: 'Canary\0' },
      { answer: 'fatal' },
    ];
    for (const fields of tried) {
      await post(fields);
      await post(fields, BROWSER);
    }
    await postRaw('name=Canary%');
    await post({}, { origin: 'https://canary.example' });
    const seen = lines.join('') + (await metrics.registry.metrics());
    expect(seen).not.toMatch(/canary|zo(ë|%C3%AB)|900199|127\.0\.0\.1(?!:\d)/i);
  }
});
