import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ROUTES } from '../../shared/addresses.ts';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { send } from '../../test/support/send.ts';
import { startSite, type TestSite } from '../../test/support/site.ts';

const PATHS = [
  ...ROUTES.filter(({ data }) => data === 'none').map(({ path }) => path),
  '/no-such-page',
  '/blogs/no-such-post',
  '/blogs/page/99',
];

/** Expects that the first visitor of every page without blog data gets it as small as it can be. */
async function expectBestCompression(site: TestSite, paths = PATHS): Promise<void> {
  for (const path of paths) {
    const { headers, body } = await send(site.url + path, { 'Accept-Encoding': 'br' });
    expect(headers['content-encoding'], path).toBe('br');
    const text = await (await fetch(site.url + path)).text();
    expect(body.length, path).toBe(brotliCompressSync(text).length);
  }
}

test('the first visitor of a site that has just started gets every page without blog data at its best compression', async () => {
  await expectBestCompression(await startSite(), ['/', '/terms', '/no-such-page']);
});

test('once a site has made its pages ready, the first visitor gets them at their best compression, and neither they nor a failure are rendered again', async () => {
  const site = await startSite();
  await site.prepare();
  const started = async () => {
    const { values } = await site.metrics.renders.get();
    return values.find(({ labels }) => labels.outcome === 'started')?.value;
  };
  const before = await started();
  await expectBestCompression(site);
  for (const path of PATHS)
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await send(site.url + path, { 'Accept-Encoding': encoding });
      expect(headers['content-length'], `${path} ${encoding}`).toBeDefined();
    }
  expect(await started()).toBe(before);
});

test('a site that is closed before its pages are ready stops making them', async () => {
  const site = await startSite();
  const prepared = site.prepare();
  await site.close();
  await prepared;
  const { values } = await site.metrics.renders.get();
  expect(values.find(({ labels }) => labels.outcome === 'started')?.value).toBeLessThan(3);
});

test('a page whose visitor left before its end is not kept, and the next visitor gets it whole', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(20);
  // Larger, all together, than what the kernel buffers for the site.
  for (const { fields } of service.entries)
    Object.assign(fields, { title: 'long '.repeat(10_000), excerpt: 'long '.repeat(10_000) });
  const site = await startSite(service.environment);
  await expect.poll(() => site.blog.known().length).toBe(20);
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  socket.write('GET /blogs HTTP/1.1\r\nHost: site.test\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await expect.poll(() => site.lines.some((line) => line.includes('"status":499'))).toBe(true);
  const page = async () =>
    (await fetch(`${site.url}/blogs`, { headers: { 'Accept-Encoding': 'gzip' } })).text();
  const whole = await page();
  expect(whole.trimEnd().endsWith('</html>')).toBe(true);
  await expect
    .poll(async () => (await site.metrics.pageCacheBytes.get()).values[0]?.value, {
      timeout: 25_000,
    })
    .toBeGreaterThan(0);
  expect((await page()) === whole).toBe(true); // from memory; a failure must not print megabytes
});
