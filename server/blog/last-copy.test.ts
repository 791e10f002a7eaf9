import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { openBlog, openFilledBlog, temporaryFolder } from '../../test/support/blog.ts';

/** How often the log says what is wrong with the database. */
const complaints = (lines: string[]) =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('copy of the blog'))
    .length;

test('a restart during an outage has every post of this source, and none of another', async () => {
  const dataDir = await temporaryFolder();
  const service = await startContentfulStandIn();
  await (await openFilledBlog(service, { dataDir })).blog.stop();
  await service.goDown();
  const { blog, lines } = openBlog(service, { dataDir });
  expect(await blog.list(1)).toMatchObject({ result: { state: 'ready' } });
  for (const { slug } of blog.known())
    expect(await blog.post(slug)).toMatchObject({ result: { state: 'ready', post: { slug } } });
  expect(blog.known().length).toBe(service.entries.length);
  expect(complaints(lines)).toBe(0);
  const other = await startContentfulStandIn();
  await other.goDown();
  const { blog: foreign } = openBlog(other, { dataDir });
  expect(await foreign.list(1)).toMatchObject({ result: { state: 'unavailable' } });
  expect(foreign.known()).toEqual([]);
});

test('an answer that comes after the stop is taken in without a complaint', async () => {
  const service = await startContentfulStandIn();
  const { blog, clock, lines } = await openFilledBlog(service, {
    dataDir: await temporaryFolder(),
  });
  const release = service.hold();
  clock.forward(61);
  blog.known();
  await expect.poll(() => service.catalogueCalls.length).toBe(2);
  await blog.stop();
  release();
  await expect.poll(() => blog.answered()).toBe(3);
  await blog.catalogued();
  expect(lines).toEqual([]);
});

test('a database that cannot be opened is said once, and does the blog no other harm', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  await writeFile(dataDir, 'a file where the folder should be');
  const service = await startContentfulStandIn();
  const { blog, lines } = await openFilledBlog(service, { dataDir });
  await blog.refresh();
  expect(blog.list(1)).toMatchObject({ result: { state: 'ready' } });
  for (const { slug } of blog.known())
    expect(blog.post(slug)).toMatchObject({ result: { state: 'ready' } });
  await blog.stop();
  expect(complaints(lines)).toBe(1);
});

test('what went or moved while the site was down is known, though the service answers before the copy is read', async () => {
  const dataDir = await temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = somePosts(5);
  await (await openFilledBlog(service, { dataDir })).blog.stop();
  service.unpublish('post-2');
  service.edit('post-3', { slug: 'renamed' });
  const { blog } = await openFilledBlog(service, { dataDir });
  await expect.poll(() => blog.post('post-2')).toMatchObject({ result: { state: 'gone' } });
  expect(blog.post('post-3')).toMatchObject({ result: { state: 'moved', slug: 'renamed' } });
});
