import { expect, test } from 'vitest';
import {
  BROWSER,
  exchange,
  FORM,
  GOOD,
  startBackend,
  startContact,
} from '../../test/stand-ins/contact.ts';
import { freePort } from '../../test/support/free-port.ts';
import { readCallbacks } from './store/reader.ts';

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
  expect(received).toMatchObject({
    method: 'POST',
    uri: '/contact.php',
    post: { name: 'Ann', message: 'a\r\nb' },
  });
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
  const head = `POST /contact.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${FORM}\r\n`;
  expect(
    await exchange(
      port,
      `${head}Expect: 100-continue\r\nContent-Length: ${good.length}\r\n\r\n${good}`,
    ),
  ).toMatch(/HTTP\/1.1 200 /);
  expect(
    await exchange(
      port,
      `${head}Transfer-Encoding: chunked\r\n\r\n${good.length.toString(16)}\r\n${good}\r\n0\r\n\r\n`,
    ),
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
])(
  'what PHP answers (%s) reaches a script as %i %s and a browser as %i',
  async (answer, status, text, pageStatus) => {
    const backend = await startBackend();
    const { post, url } = await startContact({ PHP_BACKEND_URL: backend.origin });
    const script = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ ...GOOD, answer }),
    });
    expect([script.status, Buffer.from(await script.arrayBuffer()).toString()]).toEqual([
      status,
      text,
    ]);
    expect(script.headers.get('retry-after')).toBe(answer === 'busy' ? '120' : null);
    expect(script.headers.get('location')).toBeNull();
    const page = await post({ answer }, BROWSER);
    expect(page.status).toBe(pageStatus);
    expect(page.text).toContain(
      pageStatus === 200 ? '"outcome":"sent"' : `"values":{"name":"${GOOD.name}"`,
    );
  },
);

test('with a backend that is down the visitor is told, unless the safety net is on: then the request is kept and delivered later, once', async () => {
  const port = await freePort();
  const PHP_BACKEND_URL = `http://127.0.0.1:${port}`;
  expect(await (await startContact({ PHP_BACKEND_URL })).post()).toMatchObject({
    status: 502,
    text: '{"ok":false}',
  });

  const { post, dataDir, metrics, lines } = await startContact({
    PHP_BACKEND_URL,
    CALLBACK_SPOOL: 'on',
  });
  expect(await post({ message: 'one' })).toMatchObject({ status: 200, text: '{"ok":true}' });
  expect(await post({ message: 'one' })).toMatchObject({ status: 200, text: '{"ok":true}' });
  const [kept, ...others] = await readCallbacks(dataDir);
  expect(others).toEqual([]);
  await expect
    .poll(async () => (await metrics.spoolLength.get()).values[0]?.value, { timeout: 10_000 })
    .toBe(1);
  expect(lines.join('')).toContain('"waiting":1');

  const backend = await startBackend(port);
  await expect.poll(() => readCallbacks(dataDir), { timeout: 20_000 }).toEqual([]);
  expect(await backend.requests()).toMatchObject([
    { post: { ...GOOD, message: 'one' }, headers: { 'idempotency-key': kept?.id } },
  ]);
  await expect.poll(async () => (await metrics.spoolLength.get()).values[0]?.value).toBe(0);
});
