import { Agent, get } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { makePosts, startContentfulStandIn } from '../../fakes/contentful-stand-in.ts';
import { startSite } from '../../support/site.ts';
import { startSiteProcess } from '../../support/site-process.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * Returns the bytes in use once everything unused has been collected: some of it is only released
 * after a turn of the event loop.
 */
async function heldBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  for (let turn = 0; turn < 3; turn += 1) {
    runInNewContext('gc')();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/**
 * Requests each URL once, some at a time.
 * @returns how often each status was seen
 */
async function statusesOf(urls: string[], atOnce = 50): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const statuses: Record<string, number> = {};
  const rest = urls.values();
  const ask = async () => {
    for (const url of rest)
      await new Promise<void>((resolve, reject) => {
        const asked = get(url, { agent }, (answer) => {
          statuses[String(answer.statusCode)] = (statuses[String(answer.statusCode)] ?? 0) + 1;
          answer.resume().once('end', resolve).once('error', reject);
        });
        asked.once('error', reject);
      });
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  agent.destroy();
  return statuses;
}

test('10,000 random slugs cost no call and no more than 32 MB', {
  timeout: 120_000,
}, async () => {
  const service = await startContentfulStandIn();
  const site = await startSite({
    ...service.environment,
    LOG_LEVEL: 'warn',
    CONTENT_TTL_SECONDS: '3600',
  });
  await expect.poll(() => site.blog.known().length).toBeGreaterThan(0);
  const slugs = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `random-${from + index}-${Math.random()}`);
  for (const path of ['/api/posts', '/blogs'])
    await statusesOf(slugs(0, 200).map((slug) => `${site.url}${path}/${slug}`));
  const [heldBefore, callsBefore] = [await heldBytes(), service.calls.length];
  const data = await statusesOf(slugs(1000, 9500).map((slug) => `${site.url}/api/posts/${slug}`));
  const pages = await statusesOf(slugs(20_000, 500).map((slug) => `${site.url}/blogs/${slug}`));
  expect([data, pages]).toEqual([{ 404: 9500 }, { 404: 500 }]);
  expect(service.calls.length).toBe(callsBefore);
  expect((await fetch(`${site.url}/blogs`)).status).toBe(200);
  expect((await heldBytes()) - heldBefore).toBeLessThan(32 * MEBIBYTE);
  expect((await site.metrics.pageCacheBytes.get()).values[0]?.value).toBeLessThan(MEBIBYTE);
});

test('50,000 query strings make no second copy of a page', {
  timeout: 120_000,
}, async () => {
  const site = await startSite({ LOG_LEVEL: 'warn' });
  const cachedBytes = async () => (await site.metrics.pageCacheBytes.get()).values[0]?.value ?? 0;
  await fetch(`${site.url}/about`);
  await expect.poll(cachedBytes).toBeGreaterThan(0);
  const before = await cachedBytes();
  const urls = Array.from({ length: 50_000 }, (_, index) => `${site.url}/about?q=${index}`);
  expect(await statusesOf(urls)).toEqual({ 200: 50_000 });
  expect(await cachedBytes()).toBe(before);
});

test.each([4, 600])(
  '1,200 posts walked cold, %i at once, are all found among 5,000 missing paths',
  {
    timeout: 240_000,
  },
  async (atOnce) => {
    const service = await startContentfulStandIn();
    service.entries = makePosts(1200);
    service.delayMs = 100;
    service.limitPerSecond = 55;
    const site = await startSiteProcess({
      ...service.environment,
      LOG_LEVEL: 'warn',
      CONTENT_TTL_SECONDS: '3600',
    });
    const walk = statusesOf(
      service.entries.map(({ fields }) => `${site.url}/blogs/${fields.slug}`),
      atOnce,
    );
    const unknown = statusesOf(
      Array.from({ length: 5000 }, (_, index) => `${site.url}/api/posts/random-${index}`),
      5,
    );
    expect(await walk).toEqual({ 200: 1200 });
    expect(await unknown).toEqual({ 404: 5000 });
    expect(service.calls.length).toBeLessThan(300);
  },
);
