import { expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { openBlog, openFilledBlog } from '../../test/support/blog.ts';

/** A blog of several pages, with `post-30` on the second, and a page's titles. */
async function openPages(ttlSeconds = 60) {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const opened = await openFilledBlog(service, { ttlSeconds });
  const titles = async (page: number) => {
    const { result } = await opened.blog.list(page);
    return result.state === 'ready' ? result.posts.map(({ title }) => title) : result.state;
  };
  return { service, titles, ...opened };
}

test('a cold first page and the catalogue are asked for at the same time', async () => {
  const service = await startContentfulStandIn();
  service.delayMs = 20;
  const { blog } = openBlog(service);
  expect(await blog.list(1)).toMatchObject({ result: { state: 'ready' } });
  expect(service.busiest).toBe(2);
});

test('a page whose posts cannot be had is an outage, and the pages that are cached stay', async () => {
  const { service, blog } = await openPages();
  service.behaviour = 'broken';
  expect(await blog.list(2)).toMatchObject({ result: { state: 'unavailable' } });
  expect(blog.list(1)).toMatchObject({ result: { state: 'ready' } });
});

test('a page and a post are put together once for all who read them', async () => {
  const { blog } = await openPages();
  expect(blog.list(1)).toBe(blog.list(1));
  const { result } = await blog.post('post-3');
  expect((await blog.post('post-3')).result).toBe(result);
});

test("an editor's change to an old post is on its page once the change is answered", async () => {
  const { service, blog, titles } = await openPages(86_400);
  await blog.list(2);
  service.edit('post-30', { title: 'Corrected' });
  await blog.refresh({ kind: 'publish', id: 'id-30', isPost: true, revision: 2 });
  expect(await titles(2)).toContain('Corrected');
});

test("after any editor's change each page is renewed when it is read next", async () => {
  const { service, blog, titles } = await openPages(86_400);
  await blog.list(2);
  service.entry('post-30').fields.title = 'Changed through something that it shows';
  await blog.refresh();
  expect(await titles(2)).toContain('Post 30');
  await expect.poll(() => titles(2)).toContain('Changed through something that it shows');
});

test('a page is renewed as soon as the catalogue has a newer revision of one of its posts', async () => {
  const { service, blog, clock, titles } = await openPages();
  clock.forward(30);
  await blog.list(2);
  service.edit('post-30', { title: 'Corrected' });
  clock.forward(31);
  blog.known();
  await expect.poll(() => titles(2)).toContain('Corrected');
});

test('a page is as old as the oldest of its posts', async () => {
  const { service, blog, clock } = await openPages();
  await blog.list(2);
  clock.forward(61);
  blog.known();
  await expect.poll(() => service.catalogueCalls.length).toBe(2);
  service.entry('post-30').fields.title = 'Changed';
  const before = blog.postVersion('post-30'); // renews this post alone
  await expect.poll(() => blog.postVersion('post-30')).not.toBe(before);
  const { length } = service.listCalls;
  blog.list(2);
  await expect.poll(() => service.listCalls.length).toBe(length + 1);
});

test('a last page that turns out to be empty is no outage', async () => {
  const { service, blog } = await openPages();
  service.entries = service.entries.slice(0, 40);
  expect(await blog.list(3)).toMatchObject({ result: { state: 'missing' } });
});

test('the 100 pages that were put together last stay in memory', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(101 * 20);
  const { blog } = await openFilledBlog(service, { ttlSeconds: 86_400 });
  for (let page = 2; page <= 101; page += 1) await blog.list(page);
  expect(blog.listVersion(1)).toBeNull();
  expect(blog.listVersion(2)).not.toBeNull();
});
