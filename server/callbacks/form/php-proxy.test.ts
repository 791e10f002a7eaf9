import { expect, test } from 'vitest';
import {
  startDrippingServer,
  startRawServer,
  startTcpServer,
} from '../../../test/fakes/tcp-server.ts';
import { readRequest } from '../../../test/support/callbacks/read-request.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { callbackFields } from '../../../test/support/typed.ts';
import { buildPhpForm } from '../deliver/php.ts';
import { createPhpProxy } from './php-proxy.ts';

const SENT = buildPhpForm({
  id: 'id-1',
  fields: callbackFields({ name: 'Ann', mobile: '07700 900123', email: 'ann@example.com' }),
  flags: [],
});
const OK = '{"ok":true}';
const head = (length: number, status = '200 OK') =>
  `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\nContent-Length: ${length}\r\n\r\n`;

/** Returns what the proxy makes of a backend that sends these bytes. */
async function resultOf(bytes: string, ending?: 'close' | 'reset' | 'hold') {
  const server = await startRawServer(bytes, ending);
  const result = await createPhpProxy(server.origin)(SENT, await readRequest()).then(
    (answer) => ({ status: answer.status, json: String(answer.json), ok: answer.ok }),
    (failure) => ({ failed: failure.status, reason: failure.message }),
  );
  return { ...result, connections: server.connections };
}

test('passes JSON on with its status, byte for byte, whatever its content type', async () => {
  expect(await resultOf(head(OK.length) + OK)).toEqual({
    status: 200,
    json: OK,
    ok: true,
    connections: 1,
  });
  expect(await resultOf(`${head(12, '409 Conflict')}{"ok":false}`)).toEqual({
    status: 409,
    json: '{"ok":false}',
    ok: false,
    connections: 1,
  });
  expect(await resultOf(`${head(11, '500 Oh')}${OK}`)).toMatchObject({ status: 500, ok: false });
});

test('reads a response without a length until the connection ends', async () => {
  expect(await resultOf(`HTTP/1.0 200 OK\r\n\r\n${OK}`)).toMatchObject({ status: 200, ok: true });
});

test('fails with 502 when nothing listens', async () => {
  const send = createPhpProxy(`http://127.0.0.1:${await freePort()}`);
  await expect(send(SENT, await readRequest())).rejects.toMatchObject({
    status: 502,
    message: 'ECONNREFUSED',
  });
});

test.each([
  ['reset before an answer', '', 'reset'],
  ['closed before an answer', '', 'close'],
  ['reset within the answer', head(OK.length) + OK.slice(0, 5), 'reset'],
  ['truncated', head(OK.length + 1) + OK, 'close'],
  ['longer than its Content-Length', `${head(OK.length)}${OK}{"ok":false}`, 'close'],
  ['longer than its Content-Length on a kept connection', `${head(OK.length)}${OK}x`, 'hold'],
  ['followed by a second one', (head(OK.length) + OK).repeat(2), 'close'],
  ['followed by a second one on a kept connection', (head(OK.length) + OK).repeat(2), 'hold'],
  [
    'truncated chunks',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n${OK}\r\n`,
    'close',
  ],
  [
    'both lengths at once',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 11\r\n\r\n${OK}`,
    'close',
  ],
  ['not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'close'],
  ['not JSON', `${head(9)}Thank you`, 'close'],
  ['JSON that is no object', `${head(4)}true`, 'close'],
  ['empty', head(0), 'close'],
  [
    'a redirect',
    `HTTP/1.1 302 Found\r\nLocation: /thanks\r\nContent-Length: 11\r\n\r\n${OK}`,
    'close',
  ],
  ['without content', 'HTTP/1.1 204 No Content\r\n\r\n', 'close'],
  ['a status that does not exist', `HTTP/1.1 999 What\r\nContent-Length: 11\r\n\r\n${OK}`, 'close'],
] as const)(
  'fails with 502 when the response is %s, and sends nothing twice',
  async (_, bytes, ending) => {
    expect(await resultOf(bytes, ending)).toMatchObject({ failed: 502, connections: 1 });
  },
);

test('fails with 504 when the backend is silent, and closes the connection', async () => {
  let open = 0;
  const server = await startTcpServer((socket) => {
    open++;
    socket.on('data', () => {}).on('close', () => open--);
  });
  // The shortest is over before the request is made, as on a machine that stood still.
  for (const deadlineMs of [0, 100]) {
    const sent = createPhpProxy(server.origin, deadlineMs)(SENT, await readRequest());
    await expect(sent).rejects.toMatchObject({ status: 504 });
  }
  await expect.poll(() => open).toBe(0);
});

test('fails with 504 when the response drips, with or without a length', async () => {
  for (const head of [undefined, 'HTTP/1.1 200 OK\r\nConnection: close']) {
    const dripping = await startDrippingServer(head);
    const sent = createPhpProxy(dripping.origin, 300)(SENT, await readRequest());
    await expect(sent, head).rejects.toMatchObject({ status: 504 });
  }
});

test('fails only the request whose header value HTTP forbids', async () => {
  const server = await startRawServer(head(OK.length) + OK);
  const send = createPhpProxy(server.origin);
  const headers = { ...SENT.headers, 'x-bad': 'a\r\nb' };
  await expect(send({ ...SENT, headers }, await readRequest())).rejects.toMatchObject({
    status: 502,
  });
  await expect(send(SENT, await readRequest())).resolves.toMatchObject({ ok: true });
});

test('sends a form whose visitor waited for 100 Continue', async () => {
  const { origin } = await startRawServer(head(OK.length) + OK);
  const request = await readRequest({ expect: '100-continue' });
  await expect(createPhpProxy(origin)(SENT, request)).resolves.toMatchObject({ ok: true });
});

test('completes the request after the visitor leaves', async () => {
  const slow = await startTcpServer((socket) => {
    socket.once('data', () => setTimeout(() => socket.end(head(OK.length) + OK), 100));
  });
  const request = await readRequest();
  const sent = createPhpProxy(slow.origin)(SENT, request);
  setImmediate(() => request.destroy(new Error('aborted')));
  await expect(sent).resolves.toMatchObject({ ok: true });
});
