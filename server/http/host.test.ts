import request from 'supertest';
import { expect, test } from 'vitest';
import { startSite } from '../../test/support/site.ts';

const ONE_HOST = { SITE_URL: 'https://www.example.com', CANONICAL_HOST: 'on' };

test('any other public host leads to the one host, path and query kept, forms included', async () => {
  const { server } = await startSite(ONE_HOST);
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
  const { server } = await startSite(ONE_HOST);
  await request(server).get('/about').set('Host', host).expect(200);
});

test('health checks are answered on any host, and so is everything when CANONICAL_HOST is off', async () => {
  const { server } = await startSite(ONE_HOST);
  for (const path of ['/healthz', '/readyz'])
    await expect
      .poll(async () => (await request(server).get(path).set('Host', 'example.com')).status)
      .toBe(200);
  const off = await startSite({ SITE_URL: 'https://www.example.com' });
  await request(off.server).get('/about').set('Host', 'example.com').expect(200);
});

test('a site without SITE_URL warns once, when a request names a public host', async () => {
  const { server, lines } = await startSite({ SITE_URL: '' });
  const said = () => lines.filter((line) => line.includes('SITE_URL is not set')).length;
  await request(server).get('/').set('Host', 'localhost:3000');
  await request(server).get('/').set('Host', '10.0.0.7');
  expect(said()).toBe(0);
  await request(server).get('/').set('Host', 'www.example.com');
  await request(server).get('/about').set('Host', 'www.example.org');
  expect(said()).toBe(1);
});
