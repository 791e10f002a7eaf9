import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { sharedSite, startSite } from '../../test/support/site.ts';

test('a connection has the limits of docs/interface.md', async () => {
  const { server } = await sharedSite();
  expect(server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000, // above the 60 s of the usual load balancers
    timeout: 20_000,
    maxConnections: 10_000,
  });
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

test('a server with its maximum of connections accepts another only once one has ended', async () => {
  const { server, url } = await startSite();
  server.maxConnections = 1;
  const first = connect(Number(new URL(url).port), '127.0.0.1');
  await once(server, 'connection');
  await expect(fetch(url)).rejects.toThrow();
  first.destroy();
  await expect
    .poll(() =>
      fetch(url).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe(200);
});
