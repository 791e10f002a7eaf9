import type { IncomingMessage } from 'node:http';
import request from 'supertest';
import { expect, test } from 'vitest';
import { CANONICAL_HOST_ON, PUBLIC, sharedSite } from '../../test/support/site.ts';
import { createLogger } from '../ops/log.ts';
import { createProxyCheck } from './host.ts';

test('any other public host leads to the one host, path and query kept, forms included', async () => {
  const { server } = await sharedSite(CANONICAL_HOST_ON);
  for (const host of ['example.com', 'old.example.org:8080', 'WWW.EXAMPLE.COM.EVIL.EXAMPLE']) {
    const moved = await request(server).get('/about?utm=x').set('Host', host).expect(308);
    expect(moved.headers.location).toBe('https://www.example.com/about?utm=x');
    expect(moved.headers['cache-control']).toBe('no-store');
  }
  await request(server).get('/about').set('Host', 'www.example.com').expect(200); // in the page cache from here on
  await request(server).get('/about').set('Host', 'example.com').expect(308);
  const form = await request(server).post('/contact.php').set('Host', 'example.com').expect(308);
  expect(form.headers.location).toBe('https://www.example.com/contact.php');
  const odd = await request(server).get('//evil.example/x').set('Host', 'example.com').expect(308);
  expect(odd.headers.location).toBe('https://www.example.com//evil.example/x');
});

test.each([
  'www.example.com',
  'WWW.Example.com:443',
  '127.0.0.1:3000',
  '[::1]:3000',
  'localhost',
  'site-a',
  'website.default.svc.cluster.local',
])('%s is answered as it comes', async (host) => {
  const { server } = await sharedSite(CANONICAL_HOST_ON);
  await request(server).get('/about').set('Host', host).expect(200);
});

test('responds on any host to health checks, and to all when CANONICAL_HOST is off', async () => {
  const { server } = await sharedSite(CANONICAL_HOST_ON);
  for (const path of ['/healthz', '/readyz'])
    await expect
      .poll(async () => (await request(server).get(path).set('Host', 'example.com')).status)
      .toBe(200);
  const off = await sharedSite(PUBLIC);
  await request(off.server).get('/about').set('Host', 'example.com').expect(200);
});

/** Returns the messages that requests with this X-Forwarded-For log. */
function loggedFor(trustProxy: number, forwarded: string): string[] {
  const lines: string[] = [];
  const log = createLogger('warn', { write: (line: string) => void lines.push(line) });
  const check = createProxyCheck(trustProxy, log);
  const headers = { 'x-forwarded-for': forwarded };
  for (let visit = 0; visit < 2; visit += 1)
    check({ headers, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage);
  return lines;
}

test.each([
  [0, '203.0.113.7', 1],
  [1, '203.0.113.7, 172.18.0.3', 2],
  [1, '2001:db8::7, fd00::3', 2],
  [1, '198.51.100.9, 203.0.113.7, 172.18.0.3', 2],
  [2, '203.0.113.7, 10.0.0.8, 172.18.0.3', 3],
])(
  'with TRUST_PROXY=%s, X-Forwarded-For: %s warns once to set TRUST_PROXY=%i',
  (trustProxy, forwarded, right) => {
    const said = loggedFor(trustProxy, forwarded);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(`share one limit: set it to ${right}"`);
    expect(said[0]).not.toMatch(/203\.0|2001:|172\.18/);
  },
);

test.each([
  [0, ''],
  [1, '203.0.113.7'],
  [1, '10.0.0.8'],
  [1, '192.168.1.2, 203.0.113.7'],
  [2, '6.6.6.6, 203.0.113.7, 172.18.0.3'],
])(
  'TRUST_PROXY=%s is right for X-Forwarded-For: %s, whatever a visitor made up',
  (trustProxy, forwarded) => {
    expect(loggedFor(trustProxy, forwarded)).toEqual([]);
  },
);

test('the site warns of more proxies than it was told of', async () => {
  const { server, lines } = await sharedSite();
  await request(server).get('/').set('X-Forwarded-For', '203.0.113.7').expect(200);
  expect(lines.join()).toContain('share one limit: set it to 1"');
});
