import { expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { openFilledBlog, readPosts, temporaryFolder } from '../../test/support/blog.ts';
import { startSite } from '../../test/support/site.ts';

/** A blog that reads every post ahead, until it has. */
async function openWholeBlog(count: number, dataDir?: string) {
  const service = await startContentfulStandIn();
  service.entries = somePosts(count);
  const opened = await openFilledBlog(service, { readsAhead: true, ...(dataDir && { dataDir }) });
  await expect.poll(() => readPosts(opened.blog), { timeout: 60_000 }).toBe(Math.min(count, 500));
  return { service, ...opened };
}

test('every post is fetched before anybody asks, newest first, a list page a call', async () => {
  const { service, blog } = await openWholeBlog(65);
  expect(service.listCalls.map(({ query }) => query.skip)).toEqual(['0', '20', '40', '60']);
  expect(service.calls.length).toBe(5);
  for (const { slug } of blog.known()) expect(blog.post(slug)).not.toBeInstanceOf(Promise);
});

test('the newest 500 stay in memory, and the last copy has the others: no more calls are made for them', async () => {
  const { service, blog } = await openWholeBlog(620, await temporaryFolder());
  await expect.poll(() => service.listCalls.length).toBe(31);
  expect(blog.postVersion('post-500')).not.toBeNull();
  expect(blog.postVersion('post-501')).toBeNull();
  const { length } = service.calls;
  const lookups = await Promise.all(
    Array.from({ length: 120 }, (_, index) => blog.post(`post-${index + 501}`)),
  );
  expect(new Set(lookups.map(({ result }) => result.state))).toEqual(new Set(['ready']));
  expect(await blog.list(31)).toMatchObject({ result: { state: 'ready' } });
  expect(service.calls.length).toBe(length);
});

test('a restart fetches again only what has changed since', async () => {
  const dataDir = await temporaryFolder();
  const { service, blog } = await openWholeBlog(130, dataDir);
  await blog.stop();
  service.edit('post-70', { title: 'Corrected' });
  const { length } = service.calls;
  const again = await openFilledBlog(service, { readsAhead: true, dataDir });
  const since = () => service.calls.slice(length).map(({ query }) => query);
  // Nobody looks at a post meanwhile: what is read by somebody is renewed too.
  await expect
    .poll(() => since().map((query) => query['fields.slug'] ?? query.skip))
    .toEqual(['0', '0', 'post-70']);
  await expect
    .poll(() => again.blog.post('post-70'))
    .toMatchObject({ result: { post: { title: 'Corrected' } } });
  await expect.poll(() => readPosts(again.blog)).toBe(130);
  expect(since().filter(({ skip }) => Number(skip) > 0)).toEqual([]);
});

test('an outage ends it, and the end of the outage begins it again', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(80);
  const release = service.hold();
  const opening = openFilledBlog(service, { readsAhead: true, random: () => 0 });
  await expect.poll(() => service.calls.length).toBe(2);
  const releaseRest = service.hold();
  release();
  const { blog, clock, lines } = await opening;
  await expect.poll(() => service.calls.length).toBe(3);
  service.behaviour = 'broken';
  releaseRest();
  await expect.poll(() => lines.length).toBe(1);
  expect(readPosts(blog)).toBe(20);
  service.behaviour = 'proper';
  clock.forward(1);
  await expect.poll(() => readPosts(blog), { timeout: 3000 }).toBe(80);
});

test('on a site that has had a moment, no first visit is a streamed page', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(60);
  service.delayMs = 60;
  const site = await startSite(service.environment);
  await expect.poll(() => readPosts(site.blog)).toBe(60);
  service.delayMs = 2000;
  for (const { slug } of site.blog.known()) {
    const { status, headers } = await fetch(`${site.url}/blogs/${slug}`, {
      headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    });
    expect([status, headers.get('cache-control')?.includes('public')]).toEqual([200, true]);
  }
});
