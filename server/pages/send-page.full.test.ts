import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ROUTES } from '../../shared/routes.ts';
import { send } from '../../test/support/send.ts';
import { startSite, type TestSite } from '../../test/support/site.ts';
import { loadStaticPages } from './load-page.ts';

const PATHS = [
  ...ROUTES.filter(({ data }) => data === 'none').map(({ path }) => path),
  '/no-such-page',
  '/blogs/no-such-post',
  '/blogs/page/99',
];

/**
 * Expects that the first visitor of every page without blog data gets it at its best compression.
 */
async function expectBestCompression(site: TestSite, paths = PATHS): Promise<void> {
  for (const path of paths) {
    const { headers, body } = await send(site.url + path, { 'Accept-Encoding': 'br' });
    expect(headers['content-encoding'], path).toBe('br');
    const text = await (await fetch(site.url + path)).text();
    expect(body.length, path).toBe(brotliCompressSync(text).length);
  }
}

test('serves static pages at best compression and renders prerendered ones once', async () => {
  const site = await startSite();
  await expectBestCompression(site, ['/', '/terms', '/no-such-page']);
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
  const gzip = await send(site.url, { 'Accept-Encoding': 'gzip' });
  expect(gzip.body.length).toBeLessThan(gzipSync(await (await fetch(site.url)).text()).length);
  expect(await started()).toBe(before);
});

test('prerenders pages without blog data and error pages, and no others', async () => {
  const site = await startSite();
  await site.prepare();
  const { values } = await site.metrics.renders.get();
  const failures = 2;
  const started = values.find(({ labels }) => labels.outcome === 'started')?.value;
  expect(started).toBe(loadStaticPages(site.content).length + failures);
});
