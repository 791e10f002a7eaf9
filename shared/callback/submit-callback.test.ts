import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { freePort } from '../../test/support/free-port.ts';
import { serve } from '../../test/support/serve.ts';
import { CALLBACK_TIMEOUT_MS } from '../site/constants.ts';
import { submitCallback } from './submit-callback.ts';

const REQUEST = {
  name: 'Ada Lovelace',
  mobile: '+44 (0)7700 900123',
  email: 'ada@example.com',
  message: '',
};

/** Returns the result of a request to a server that responds like this. */
const askAt = async (answer: RequestListener, timeoutMs?: number) => {
  const address = `${await serve(answer)}/contact.php`;
  return (await submitCallback(REQUEST, address, timeoutMs)).outcome;
};

const outcomeOf = (status: number, body: string) =>
  askAt((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body),
  );

test('posts the four fields form-encoded, the message empty, and accepts JSON', async () => {
  let received: Pick<IncomingMessage, 'method' | 'headers'> | undefined;
  let body = '';
  await askAt(async (request, response) => {
    received = { method: request.method, headers: request.headers };
    body = await text(request);
    response.end('{"ok":true}');
  });
  expect(received?.method).toBe('POST');
  expect(received?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
  expect(received?.headers.accept).toBe('application/json');
  expect(body).toBe(
    'name=Ada+Lovelace&mobile=%2B44+%280%297700+900123&email=ada%40example.com&message=',
  );
});

test('returns "sent" when the status is a success and ok is true', async () => {
  expect(await outcomeOf(200, '{"ok":true}')).toBe('sent');
  expect(await outcomeOf(201, '{"ok":true,"id":7}')).toBe('sent');
});

test('returns "rejected" when the status is no success, whatever the body', async () => {
  for (const status of [400, 422, 429, 500, 502, 503])
    expect(await outcomeOf(status, '{"ok":true}')).toBe('rejected');
});

test('returns "rejected" when ok is anything but true', async () => {
  for (const body of ['{"ok":false}', '{"ok":"true"}', '{"ok":1}', '{}', 'null', '[]', 'true']) {
    expect(await outcomeOf(200, body)).toBe('rejected');
  }
});

test('returns "rejected" when the body cannot be parsed', async () => {
  for (const body of ['', '<html>Bad gateway</html>', '{"ok":true'])
    expect(await outcomeOf(200, body)).toBe('rejected');
});

test('returns "network" when nobody listens', async () => {
  const gone = `http://127.0.0.1:${await freePort()}/contact.php`;
  expect(await submitCallback(REQUEST, gone)).toEqual({ outcome: 'network' });
});

test('returns "network" when the connection breaks before or within the response', async () => {
  expect(await askAt((request) => request.socket.destroy())).toBe('network');
  const cut: RequestListener = (request, response) => {
    response.writeHead(200, { 'content-length': '11' });
    response.write('{"ok"', () => request.socket.destroy());
  };
  expect(await askAt(cut)).toBe('network');
});

test('returns "network" when the response does not come or end in time', async () => {
  expect(await askAt(() => {}, 50)).toBe('network');
  const endless: RequestListener = (_request, response) => void response.write('{"ok":');
  expect(await askAt(endless, 50)).toBe('network');
});

test('waits longer than the server waits for the PHP backend', () => {
  expect(CALLBACK_TIMEOUT_MS).toBeGreaterThan(10_000);
});
