import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makePosts, startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { blogPost } from '../../test/fakes/entries.ts';
import { openBlog, startLoadedBlog } from '../../test/support/blog.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';

/** Counts the log lines about faults of the database. */
const complaints = (lines: string[]) =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('copy of the blog'))
    .length;

test('a restart during an outage has every post of this source, and none of another', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  await (await startLoadedBlog(service, { dataDir })).blog.stop();
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

test('a response that comes after the stop is accepted without an error', async () => {
  const service = await startContentfulStandIn();
  const { blog, lines } = await startLoadedBlog(service, {
    dataDir: temporaryFolder(),
  });
  const release = service.hold();
  const refreshed = blog.refresh();
  await expect.poll(() => service.catalogueCalls.length).toBe(1);
  await blog.stop();
  release();
  await refreshed;
  expect(lines).toEqual([]);
});

/** Returns the rows of a table. */
function rowsIn(dataDir: string, table: string): Record<string, unknown>[] {
  using disk = new DatabaseSync(join(dataDir, 'site.db'), { readOnly: true });
  return disk.prepare(`SELECT * FROM ${table}`).all();
}

test('only differences are written, also after a restart', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = makePosts(5);
  const written = async (setBack: number) => {
    const release = service.hold();
    const { blog } = openBlog(service, { dataDir, setBack });
    blog.start();
    await blog.whenRestored();
    release();
    await blog.followChange();
    await blog.stop();
    const [{ read_at, ...snapshot } = {}] = rowsIn(dataDir, 'content_snapshots');
    const [changes] = rowsIn(dataDir, 'content_changes');
    const slugs = rowsIn(dataDir, 'content_slugs');
    return { snapshot, slugs, changes: changes?.number, readAt: Number(read_at) };
  };
  const first = await written(600);
  expect([first.slugs.length, first.changes]).toEqual([5, 1]);
  const again = await written(300);
  expect(again).toEqual({ ...first, readAt: again.readAt });
  expect(again.readAt, 'it is still current').toBeGreaterThan(first.readAt);
  service.edit('post-2', {});
  service.entry('post-3').fields.title = 'Changed without a revision';
  const last = await written(0);
  expect([last.slugs.length, last.changes]).toEqual([5, 2]);
  expect(last.snapshot.hash).not.toBe(first.snapshot.hash);
});

test('a replica learns from the database what the other was told, without a call', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = makePosts(25);
  const one = await startLoadedBlog(service, { dataDir });
  const other = await startLoadedBlog(service, { dataDir });
  service.edit('post-1', { title: 'Corrected' });
  service.edit('post-2', { slug: 'renamed' });
  service.unpublish('post-3');
  service.entries.push(blogPost('new', { title: 'N', slug: 'new', publishedDate: '2020-01-01' }));
  await one.blog.followChange();
  const { length } = service.calls;
  const found = async (slug: string) => {
    await other.blog.look();
    return other.blog.post(slug);
  };
  await expect
    .poll(() => found('post-1'))
    .toMatchObject({ result: { post: { title: 'Corrected' } } });
  await expect.poll(() => found('post-2')).toMatchObject({ result: { slug: 'renamed' } });
  await expect.poll(() => found('post-3')).toMatchObject({ result: { state: 'gone' } });
  await expect.poll(() => other.blog.known().length).toBe(25);
  expect(await other.blog.list(1)).toEqual(await one.blog.list(1));
  expect(service.calls.length).toBe(length);
});

test.each([
  ['a snapshot that is cut short', '{'],
  ['posts without sense', '{"format":1,"parts":{"blogPost":{"entries":[null]}},"tags":[]}'],
  ['another format', '{"format":0}'],
])('a damaged copy is not shown, and replaced: %s', async (_what, value) => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = makePosts(120);
  await (await startLoadedBlog(service, { dataDir })).blog.stop();
  {
    using disk = new DatabaseSync(join(dataDir, 'site.db'));
    disk.prepare('UPDATE content_snapshots SET value = ?').run(value);
  }
  await service.goDown();
  const damaged = openBlog(service, { dataDir });
  expect(await damaged.blog.list(1)).toMatchObject({ result: { state: 'unavailable' } });
  expect(damaged.blog.known()).toEqual([]);
  expect(complaints(damaged.lines)).toBe(1);
  await damaged.blog.stop();
  await service.goUp();
  await (await startLoadedBlog(service, { dataDir })).blog.stop();
  await service.goDown();
  const { blog, lines } = openBlog(service, { dataDir });
  await blog.catalogued();
  expect(blog.known()).toHaveLength(120);
  expect(complaints(lines)).toBe(0);
});
