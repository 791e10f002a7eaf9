import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ROUTES } from '../../shared/addresses.ts';
import { send } from '../../test/support/send.ts';
import { startColdSite, startSite } from '../../test/support/site.ts';

const PATHS = [
  ...ROUTES.filter(({ data }) => data === 'none').map(({ path }) => path),
  '/no-such-page',
  '/blogs/no-such-post',
  '/blogs/page/99',
];

test.each([
  ['that has just started', startColdSite],
  ['that has made its pages ready', startSite],
])(
  'the first visitor of a site %s gets every page without blog data at its best compression',
  async (_, start) => {
    const site = await start();
    if (start === startSite) await site.prepared;
    for (const path of PATHS) {
      const { headers, body } = await send(site.url + path, { 'Accept-Encoding': 'br' });
      expect(headers['content-encoding'], path).toBe('br');
      const text = await (await fetch(site.url + path)).text();
      expect(body.length, path).toBe(brotliCompressSync(text).length);
    }
  },
);

test('once a site has made its pages ready, none of them is rendered again, nor a failure', async () => {
  const site = await startSite();
  await site.prepared;
  const started = async () => {
    const { values } = await site.metrics.renders.get();
    return values.find(({ labels }) => labels.outcome === 'started')?.value;
  };
  const before = await started();
  for (const path of PATHS)
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await send(site.url + path, { 'Accept-Encoding': encoding });
      expect(headers['content-length'], `${path} ${encoding}`).toBeDefined();
    }
  expect(await started()).toBe(before);
});

test('a site that is closed before its pages are ready stops making them', async () => {
  const site = await startSite();
  await site.close();
  await site.prepared;
  const { values } = await site.metrics.renders.get();
  expect(values.find(({ labels }) => labels.outcome === 'started')?.value).toBeLessThan(3);
});
