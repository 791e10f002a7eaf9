import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { openFilledBlog } from '../../test/support/blog.ts';

/** The calls a minute of docs/content-model.md, by how many posts there are. */
async function documented(): Promise<[posts: number, calls: number][]> {
  const rows = (await readFile('docs/content-model.md', 'utf8')).matchAll(
    /^\| ([\d,]+) \| [\d,]+ \| (\d+) \|$/gm,
  );
  return [...rows].map(([, posts = '', calls]) => [Number(posts.replace(',', '')), Number(calls)]);
}

test('the service is called as often in a minute as editors are told', async () => {
  const rows = await documented();
  expect(rows.map(([posts]) => posts)).toEqual([50, 1000, 10_000]);
  for (const [posts, calls] of rows) {
    const service = await startContentfulStandIn();
    service.entries = somePosts(posts);
    // A second of the test is a minute of the blog.
    const { clock } = await openFilledBlog(service, { ttlSeconds: 1 });
    const catalogue = service.catalogueCalls.length;
    await expect.poll(() => service.listCalls.length).toBe(1);
    const before = service.calls.length;
    clock.forward(60);
    await expect.poll(() => service.listCalls.length, { timeout: 10_000 }).toBe(2);
    expect(service.catalogueCalls.length, `${posts} posts`).toBe(2 * catalogue);
    expect(service.calls.length - before, `${posts} posts`).toBe(calls);
  }
});
