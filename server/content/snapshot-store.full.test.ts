import { expect, test } from 'vitest';
import { makePosts, startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { countLoadedPosts, openBlog, startLoadedBlog } from '../../test/support/blog.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';

test('every post of a large blog is stored, and loaded again', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = makePosts(900);
  const first = await startLoadedBlog(service, { dataDir });
  await first.blog.stop();
  await service.goDown();
  const { blog } = openBlog(service, { dataDir });
  await blog.catalogued();
  expect(countLoadedPosts(blog)).toBe(900);
  expect(await blog.list(45)).toMatchObject({ result: { state: 'ready', pageCount: 45 } });
});
