import { expect, test } from 'vitest';
import { makePosts, startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { tagLink } from '../../test/fakes/entries.ts';
import { countLoadedPosts } from '../../test/support/blog.ts';
import { startSite } from '../../test/support/site.ts';

const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** Starts a service whose posts 1 to `count` have a tag. */
async function startTagged(count: number, posts = count) {
  const service = await startContentfulStandIn();
  service.entries = makePosts(posts);
  service.tags = { creditHire: 'Credit hire' };
  for (const entry of service.entries.slice(0, count))
    entry.metadata = { tags: [tagLink('creditHire')] };
  return service;
}

/** Starts a site that has read every post, and returns how to read a page of it. */
async function openSite(
  service: Awaited<ReturnType<typeof startTagged>>,
  environment: Record<string, string> = {},
) {
  const site = await startSite({ ...service.environment, ...environment });
  await site.blog.list(1);
  await expect.poll(() => countLoadedPosts(site.blog)).toBe(service.entries.length);
  const get = (path: string) =>
    fetch(site.url + path, { redirect: 'manual', headers: { 'User-Agent': CRAWLER } });
  const text = async (path: string) => (await get(path)).text();
  return { ...site, get, text };
}

test('more than twenty posts of a tag have pages as the list has', async () => {
  const service = await startTagged(45);
  const { get, text } = await openSite(service);
  const second = await text('/blogs/tags/credit-hire/page/2');
  expect(second.match(/(?<=<h2 class="h3">)[^<]+/g)).toHaveLength(20);
  expect(second).toContain('href="/blogs/tags/credit-hire/page/3"');
  expect(second).toContain('rel="prev" href="http://site.test/blogs/tags/credit-hire"');
  expect(second).toContain('<title>Credit hire: Posts from Our Blog, page 2 | Kerbside</title>');
  expect((await get('/blogs/tags/credit-hire/page/4')).status).toBe(404);
  expect(await text('/sitemap.xml')).toContain('/blogs/tags/credit-hire/page/3</loc>');
});

test("the posts' own field gives tags too, by their names in any script", async () => {
  const service = await startTagged(2, 4);
  for (const { fields } of service.entries)
    fields.tags = ['Помощь', 'credit hire', 'Café & recovery'];
  const { text } = await openSite(service);
  const titles = async (slug: string) =>
    (await text(`/blogs/tags/${slug}`)).match(/(?<=<h2 class="h3">)[^<]+/g)?.length;
  expect(await titles('credit-hire')).toBe(4);
  expect(await titles(encodeURIComponent('помощь'))).toBe(4);
  expect(await titles(encodeURIComponent('café-recovery'))).toBe(4);
  expect(service.nameCalls).toHaveLength(1);
});

test('without their names tags are called after their ids, and a random id is none', async () => {
  const service = await startTagged(3);
  service.behaviour = 'proper';
  service.tags = {};
  for (const { metadata } of service.entries)
    metadata?.tags?.push(tagLink('4EQT881T9sG9XpzNwb9y3R'));
  const { text } = await openSite(service);
  expect((await text('/sitemap.xml')).match(/tags\/[^<]+/g)).toEqual(['tags/credit-hire']);
});

test('each read after a change fetches the names of tags, once for all its list calls', async () => {
  const service = await startTagged(45);
  const { text, blog } = await openSite(service);
  await blog.followChange();
  const { length: before } = service.nameCalls;
  service.tags = { creditHire: 'Hire on credit' };
  await blog.followChange();
  expect(service.nameCalls).toHaveLength(before + 1);
  expect(await text('/blogs/post-1')).toContain('Hire on credit');
});

test('while the posts cannot be had, their tags are neither missing nor empty', async () => {
  const service = await startTagged(3);
  await service.goDown();
  const { url } = await startSite(service.environment);
  const answer = await fetch(`${url}/blogs/tags/credit-hire`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await answer.text()).toContain('We cannot show our posts at the moment');
});

test("a tag's address in the other form of Unicode leads to the one that is linked", async () => {
  const service = await startTagged(3, 5);
  service.tags = { creditHire: 'Cre\u0301dit \u0e01\u0e33' };
  const { get, text } = await openSite(service);
  const [, address = ''] = /href="(\/blogs\/tags\/[^"]+)"/.exec(await text('/blogs/post-1')) ?? [];
  const slug = decodeURIComponent(address);
  expect((await get(address)).status).toBe(200);
  const others = ['NFC', 'NFD'].map((form) => slug.normalize(form)).filter((form) => form !== slug);
  expect(others).not.toEqual([]);
  for (const other of others) {
    const answer = await get(encodeURI(other));
    expect([answer.status, answer.headers.get('location')]).toEqual([301, address]);
  }
});
