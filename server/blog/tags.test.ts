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

test('a tag of three posts has a page with all of them, linked and in the sitemap', async () => {
  const service = await startTagged(3, 5);
  const { get, text } = await openSite(service);
  const answer = await get('/blogs/tags/credit-hire');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toContain('s-maxage=60');
  const html = await answer.text();
  expect(html.match(/(?<=<h2 class="h3">)[^<]+/g)).toEqual(['Post 1', 'Post 2', 'Post 3']);
  expect(html).toMatch(/<h1[^>]*>Credit hire<\/h1>/);
  expect(html).toContain('<title>Credit hire: Posts from Our Blog | Kerbside</title>');
  expect(html).toMatch(/<meta name="description" content="Our posts about Credit hire: /);
  expect(html).toContain('<link rel="canonical" href="http://site.test/blogs/tags/credit-hire"');
  expect(html).toContain('content="index, follow"');
  for (const path of ['/blogs/post-1', '/blogs/post-3', '/blogs'])
    expect(await text(path), path).toContain('<a href="/blogs/tags/credit-hire">Credit hire</a>');
  expect(await text('/blogs/post-4')).not.toContain('/blogs/tags/');
  expect(await text('/sitemap.xml')).toContain(
    '<loc>http://site.test/blogs/tags/credit-hire</loc>',
  );
  const etag = String(answer.headers.get('etag'));
  const again = await fetch(answer.url, { headers: { 'If-None-Match': etag } });
  expect(again.status).toBe(304);
});

test('a post without a picture is drawn by what it is tagged with', async () => {
  const service = await startTagged(1, 3);
  service.tags = { creditHire: 'Motorcycles' };
  for (const { fields } of service.entries) delete fields.featuredImage;
  (service.entries[1] as (typeof service.entries)[0]).fields.tags = ['Vans'];
  const { text } = await openSite(service);
  const drawn = [...(await text('/blogs')).matchAll(/class="scene .*?#v-(\w+)/g)];
  expect(drawn.map(([, name]) => name)).toEqual(['bike', 'van', 'hatch']);
});

test('rare and unknown tags and pages past the end are 404; other spellings redirect', async () => {
  const { get, text } = await openSite(await startTagged(2));
  const missing = ['credit-hire', 'unknown', 'credit-hire/page/2', 'a%2Fb', '%3F', 'a/page/1'];
  for (const path of missing) {
    const answer = await get(`/blogs/tags/${path}`);
    expect(answer.status, path).toBe(404);
    expect(await answer.text(), path).toContain('404');
  }
  expect(await text('/blogs/post-1')).not.toContain('/blogs/tags/');
  expect(await text('/sitemap.xml')).not.toContain('/tags/');
  const other = await get('/Blogs//tags/Credit-Hire/?from=mail');
  expect([other.status, other.headers.get('location')]).toEqual([
    301,
    '/blogs/tags/credit-hire?from=mail',
  ]);
});

test("an editor's change makes, changes and removes a tag's page, and what links to it", async () => {
  const service = await startTagged(2, 3);
  const { get, text, blog } = await openSite(service);
  expect((await get('/blogs/tags/credit-hire')).status).toBe(404);
  const changeThird = (metadata: object, title: string) => {
    Object.assign(service.edit('post-3', { title }), { metadata });
    return blog.followChange();
  };
  await changeThird({ tags: [tagLink('creditHire')] }, 'Third');
  expect(await text('/blogs/tags/credit-hire')).toContain('Third');
  expect(await text('/blogs/post-1')).toContain('/blogs/tags/credit-hire');
  service.edit('post-1', { title: 'First' });
  await blog.followChange();
  expect(await text('/blogs/tags/credit-hire')).toContain('First');
  await changeThird({}, 'Third without');
  expect((await get('/blogs/tags/credit-hire')).status).toBe(404);
  expect(await text('/blogs/post-1')).not.toContain('/blogs/tags/');
});
