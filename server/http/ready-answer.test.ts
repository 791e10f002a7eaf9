import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { drain } from '../ops/listen.ts';
import { createLog } from '../ops/log.ts';
import { ReadyAnswer } from './ready-answer.ts';

const BODY = Buffer.alloc(14_000, 'a page ');
const PAGE = ['Content-Type', 'text/html', 'ETag', 'W/"1"', 'Content-Length', String(BODY.length)];
const NOT_MODIFIED = ['Vary', 'Accept-Encoding', 'ETag', 'W/"1"'];

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer({ optimizeEmptyRequests: true, keepAliveTimeout: 65_000 }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

/** A server of ready answers, and one that gives the same answers the usual way. */
async function startBoth() {
  const page = new ReadyAnswer(200, PAGE, BODY);
  const notModified = new ReadyAnswer(304, NOT_MODIFIED);
  const ready = await listen((request, response) => {
    const answer = request.headers['if-none-match'] ? notModified : page;
    answer.send(request, response);
  });
  const node = await listen((request, response) => {
    const known = request.headers['if-none-match'];
    response.writeHead(known ? 304 : 200, known ? NOT_MODIFIED : PAGE);
    response.end(known || request.method === 'HEAD' ? undefined : BODY);
  });
  return { ready, node };
}

/** The answer to these bytes, sent twice so that answers are ready; dates are left out. */
async function exchange(server: Server, text: string): Promise<string> {
  const ask = async (request: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(request);
    return Buffer.concat(await socket.toArray()).toString('latin1');
  };
  await ask(`GET / HTTP/1.1\r\nHost: a\r\n\r\n${ENDED}`);
  return (await ask(text)).replace(/Date: .*/g, 'Date: now');
}

const ENDED = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

test.each([
  ['a GET', `GET / HTTP/1.1\r\nHost: a\r\n\r\n${ENDED}`],
  [
    'a GET that asks for a kept connection',
    `GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n${ENDED}`,
  ],
  ['a HEAD', `HEAD / HTTP/1.1\r\nHost: a\r\n\r\n${ENDED}`],
  ['a 304', `GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: W/"1"\r\n\r\n${ENDED}`],
  ['the last on its connection', ENDED],
  ['HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n'],
  [
    'HTTP/1.0 that asks for a kept connection',
    `GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${ENDED}`,
  ],
  ['twenty at once', `${'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20)}${ENDED}`],
])('%s is answered with the bytes that Node writes', async (_name, text) => {
  const { ready, node } = await startBoth();
  const [first, own] = [await exchange(ready, text), await exchange(node, text)];
  expect(await exchange(ready, text)).toBe(own);
  expect(first).toBe(own);
});

test('a slow reader gets whole answers, dated when they were written', async () => {
  const { ready } = await startBoth();
  const socket = connect((ready.address() as AddressInfo).port, '127.0.0.1').pause();
  const count = 400; // more than the buffers at both ends hold
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count) + ENDED);
  await new Promise((resolve) => setTimeout(resolve, 1100)); // another second, another date
  const text = Buffer.concat(await socket.toArray()).toString('latin1');
  const answers = text.split('HTTP/1.1 200 OK\r\n').slice(1);
  expect(answers).toHaveLength(count + 1);
  const whole =
    /^(?:[\w-]+: [^\r\n]+\r\n)*Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n(?:[\w-]+: [^\r\n]+\r\n)*\r\n/;
  expect(answers.filter((answer) => answer.replace(whole, '') !== BODY.toString())).toEqual([]);
});

test('an answer carries the date of the second it was sent', async () => {
  const { ready } = await startBoth();
  const date = async () => {
    const answer = await fetch(`http://127.0.0.1:${(ready.address() as AddressInfo).port}`);
    expect(await answer.text()).toBe(BODY.toString());
    return Date.parse(answer.headers.get('date') as string);
  };
  await date();
  const before = await date();
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect(await date()).toBeGreaterThan(before);
});

test('once the server drains, an answer is the last on its connection', async () => {
  const { ready } = await startBoth();
  const { port } = ready.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const ask = () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const heard: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => heard.push(chunk));
  ask();
  await expect.poll(() => Buffer.concat(heard).length).toBeGreaterThan(BODY.length);
  ask();
  await expect.poll(() => Buffer.concat(heard).length).toBeGreaterThan(2 * BODY.length);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const drained = drain({
    server: ready,
    readiness: { ready: true },
    delayMs: 200,
    log: createLog('silent'),
  });
  ask();
  await new Promise((resolve) => socket.once('close', resolve));
  await vi.advanceTimersByTimeAsync(200);
  await drained;
  const heads = Buffer.concat(heard)
    .toString('latin1')
    .match(/Connection: [\w-]+/g);
  expect(heads).toEqual(['Connection: keep-alive', 'Connection: keep-alive', 'Connection: close']);
});
