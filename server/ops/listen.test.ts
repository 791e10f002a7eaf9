import { once } from 'node:events';
import { connect } from 'node:net';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sharedSite, startSite } from '../../test/support/site.ts';
import { startAdminServer } from './admin-server.ts';
import { drain } from './drain.ts';
import { createLimitedServer, listen } from './listen.ts';

const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000, // above the 60 s of the usual load balancers
  timeout: 20_000,
  maxConnections: 10_000,
};

test('a connection has the limits of docs/interface.md', async () => {
  const { server } = await sharedSite();
  expect(server).toMatchObject(LIMITS);
});

test('the administration listener has the limits of the public one', async () => {
  const { current } = await sharedSite();
  const { metrics, log } = current();
  const server = await startAdminServer({ port: 0, host: '127.0.0.1', metrics, log, desk: null });
  onTestFinished(() => void server.close());
  expect(server).toMatchObject(LIMITS);
});

test('100 Continue goes to a request that has a body to send, and to no other', async () => {
  const { url } = await sharedSite();
  const { port } = new URL(url);
  const ask = async (...lines: string[]) => {
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
    });
    socket.write(lines.join('\r\n'));
    await once(socket, 'close');
    return text;
  };
  const pages = await ask(
    'GET /about HTTP/1.1',
    'Host: site.test',
    '',
    'GET /terms HTTP/1.1',
    'Host: site.test',
    'Expect: 100-continue',
    '',
    '',
  );
  expect(pages.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  const beacon = await ask(
    'POST /vitals HTTP/1.1',
    'Host: site.test',
    'Expect: 100-continue',
    'Content-Length: 2',
    'Connection: close',
    '',
    '{}',
  );
  expect(beacon.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 400']);
});

test('a connection that cannot be taken costs a log line, and no more', async () => {
  const { metrics, log, lines } = await startSite();
  const server = await startAdminServer({ port: 0, host: '127.0.0.1', metrics, desk: null, log });
  onTestFinished(() => void server.close());
  server.emit('error', new Error('EMFILE'));
  expect(lines.join('')).toContain('a connection could not be accepted');
});

test('once the server drains, a cached page is the last answer on its connection', async () => {
  const { server, url, readiness, log } = await startSite();
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const connections = () => text.match(/^Connection: [\w-]+/gm);
  const ask = () => socket.write('GET /about HTTP/1.1\r\nHost: site.test\r\n\r\n');
  ask();
  await expect.poll(connections).toEqual(['Connection: keep-alive']);
  const drained = drain({ servers: [server], readiness, delayMs: 500, log });
  ask();
  await once(socket, 'close');
  await drained;
  expect(connections()).toEqual(['Connection: keep-alive', 'Connection: close']);
  expect(text.match(/<\/html>/g)).toHaveLength(2);
});

test('a connection that became idle during the drain is closed before the limit', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const server = createLimitedServer(async (_request, response) => {
    ask();
    await released;
    response.end();
  });
  const log = pino({ level: 'silent' });
  const socket = connect(await listen(server, { port: 0, host: '127.0.0.1', log }), '127.0.0.1');
  socket.resume().write('GET / HTTP/1.1\r\nHost: site.test\r\n\r\n');
  await asked;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }); // the limit never comes
  const drained = drain({ servers: [server], readiness: { ready: true }, delayMs: 0, log });
  vi.advanceTimersByTime(0);
  release();
  await once(socket, 'close');
  await drained;
});
