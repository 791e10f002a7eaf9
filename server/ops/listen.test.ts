import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startSite } from '../../test/support/site.ts';

test('a connection has the limits of docs/interface.md', async () => {
  const { server } = await startSite();
  expect(server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000, // above the 60 s of the usual load balancers
    timeout: 20_000,
    maxConnections: 10_000,
  });
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
