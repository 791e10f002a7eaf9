import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createIndexNow } from './index-now.ts';

const KEY = '0123456789abcdef';

/** A search engine that gives these answers in turn, then the last of them again. */
async function startEngine(...statuses: number[]) {
  const told: unknown[] = [];
  const server = createServer(async (request, response) => {
    told.push(await json(request));
    response.writeHead(statuses[told.length - 1] ?? (statuses.at(-1) as number)).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { told, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexnow` };
}

function telling(endpoint: string) {
  const lines: string[] = [];
  const tell = createIndexNow({
    siteUrl: 'https://www.kerbside.example',
    key: KEY,
    log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
    endpoint,
    pausesMs: [1, 1],
  });
  return { tell, lines };
}

test('one message names the host, the key, where the key is, and the address of every post', async () => {
  const { told, endpoint } = await startEngine(202);
  const { tell, lines } = telling(endpoint);
  await tell(new Set(['after-dark', 'café']));
  expect(told).toEqual([
    {
      host: 'www.kerbside.example',
      key: KEY,
      keyLocation: `https://www.kerbside.example/${KEY}.txt`,
      urlList: [
        'https://www.kerbside.example/blogs/after-dark',
        'https://www.kerbside.example/blogs/caf%C3%A9',
      ],
    },
  ]);
  expect(lines.join('')).toContain('were told');
});

test('without changed posts nothing is sent', async () => {
  const { told, endpoint } = await startEngine(200);
  await telling(endpoint).tell([]);
  expect(told).toEqual([]);
});

test.each([500, 503, 429])('after a %i it is tried again', async (status) => {
  const { told, endpoint } = await startEngine(status, 200);
  const { tell, lines } = telling(endpoint);
  await tell(['a']);
  expect(told).toHaveLength(2);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('were told');
});

test('after the third try it gives up, and logs once', async () => {
  const { told, endpoint } = await startEngine(503);
  const { tell, lines } = telling(endpoint);
  await tell(['a']);
  expect(told).toHaveLength(3);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('status 503');
});

test.each([400, 403, 422, 301])('a %i is final', async (status) => {
  const { told, endpoint } = await startEngine(status);
  const { tell, lines } = telling(endpoint);
  await tell(['a']);
  expect(told).toHaveLength(1);
  expect(lines.join('')).toContain(`status ${status}`);
});

test('an engine that cannot be reached is logged and fails nothing', async () => {
  const { tell, lines } = telling('http://127.0.0.1:9/indexnow');
  await tell(['a']);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('could not be told');
});
