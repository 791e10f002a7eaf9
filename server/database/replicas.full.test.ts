import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../test/support/callbacks/postgres.ts';
import { startBlogs, startSites } from '../../test/support/replicas.ts';
import { startSite } from '../../test/support/site.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

test('what an editor told one replica, all show soon, and ask the service nothing more', async () => {
  const { service, sites, publish } = await startBlogs(server.newDatabase(), 3);
  await delay(500);
  const { length } = service.calls;
  service.edit('post-1', { title: 'Corrected' });
  service.edit('post-2', { slug: 'renamed' });
  service.unpublish('post-3');
  service.edit('post-24', { title: 'Corrected too' });
  await publish();
  const asked = service.calls.length - length;
  const status = async (url: string, path: string) =>
    (await fetch(url + path, { redirect: 'manual' })).status;
  for (const { url } of sites) {
    const text = async () => (await fetch(`${url}/blogs/post-1`)).text();
    await expect.poll(text, { timeout: 10_000 }).toContain('Corrected');
    expect(await status(url, '/blogs/post-2')).toBe(301);
    expect(await status(url, '/blogs/post-3')).toBe(410);
  }
  // The one that was told asks up to four times more, with two calls each, the others never.
  expect(service.calls.length - length - asked).toBeLessThanOrEqual(4 * asked);
});

test('a replica with an empty folder that starts during an outage has every post and former address', async () => {
  const { service, sites, publish } = await startBlogs(server.newDatabase(), 2);
  service.edit('post-2', { slug: 'renamed' });
  service.unpublish('post-3');
  await publish();
  const statusAt = async (url: string | undefined, path: string) =>
    (await fetch(url + path, { redirect: 'manual' })).status;
  await expect.poll(() => statusAt(sites[1]?.url, '/blogs/post-3')).toBe(410);
  await service.goDown();
  const late = await startSite({
    DATABASE_URL: sites[0]?.config.databaseUrl as string,
    CONTENTFUL_SPACE_ID: service.settings.space,
    CONTENTFUL_ACCESS_TOKEN: service.settings.accessToken,
    CONTENTFUL_HOST: service.settings.origin,
  });
  const status = (path: string) => statusAt(late.url, path);
  expect(await status('/blogs')).toBe(200);
  expect(await status('/blogs/post-1')).toBe(200);
  expect(await status('/blogs/post-2')).toBe(301);
  expect(await status('/blogs/post-3')).toBe(410);
});

test('a post whose date comes is shown by every replica', async () => {
  const { service, sites, publish } = await startBlogs(server.newDatabase(), 2);
  service.edit('post-3', { publishedDate: new Date(Date.now() + 6000).toISOString() });
  await publish();
  const status = async (url: string) => (await fetch(`${url}/blogs/post-3`)).status;
  for (const { url } of sites) await expect.poll(() => status(url)).toBe(404);
  for (const { url } of sites) {
    await expect.poll(() => status(url), { timeout: 20_000 }).toBe(200);
    const list = async () => (await fetch(`${url}/blogs`)).text();
    await expect.poll(list).toContain('/blogs/post-3"');
  }
}, 60_000);

test('what visitors did at two replicas adds up', async () => {
  const [one, other] = await startSites(server.newDatabase(), 2);
  const tell = async (site: typeof one, ...of: string[]) => {
    const actions = of.map((number) => ({ name: 'call', page: 'home', of: `tel:${number}` }));
    const body = JSON.stringify(actions);
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${site?.url}/vitals`, { method: 'POST', headers, body })).status).toBe(
      204,
    );
  };
  await tell(one, '999', '999', '101');
  await tell(other, '999');
  await other?.counts?.stop();
  const counts = await one?.counts?.since('2026-01-01');
  expect(counts?.map(({ what, many }) => [what, many]).toSorted()).toEqual([
    ['call 101', 1],
    ['call 999', 3],
  ]);
});
