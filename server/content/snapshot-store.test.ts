import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makePosts, startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { blogPost } from '../../test/fakes/entries.ts';
import { countLoadedPosts, openBlog, startLoadedBlog } from '../../test/support/blog.ts';
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
  const answered = blog.answered();
  void blog.refresh();
  await expect.poll(() => service.catalogueCalls.length).toBe(2);
  await blog.stop();
  release();
  await expect.poll(() => blog.answered()).toBe(answered + 1);
  await blog.catalogued();
  expect(lines).toEqual([]);
});

test('a database that cannot be opened is logged once, and the blog goes on', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  await writeFile(dataDir, 'a file where the folder should be');
  const service = await startContentfulStandIn();
  const { blog, lines } = await startLoadedBlog(service, { dataDir });
  await blog.followChange();
  expect(blog.list(1)).toMatchObject({ result: { state: 'ready' } });
  for (const { slug } of blog.known())
    expect(blog.post(slug)).toMatchObject({ result: { state: 'ready' } });
  await blog.stop();
  expect(complaints(lines)).toBe(1);
});

test('slugs that went or moved while the site was down are known after a late load', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = makePosts(5);
  await (await startLoadedBlog(service, { dataDir })).blog.stop();
  service.unpublish('post-2');
  service.edit('post-3', { slug: 'renamed' });
  const { blog } = await startLoadedBlog(service, { dataDir });
  await expect.poll(() => blog.post('post-2')).toMatchObject({ result: { state: 'gone' } });
  expect(blog.post('post-3')).toMatchObject({ result: { state: 'moved', slug: 'renamed' } });
});

/** Returns the rows of a database of these kinds, by kind and key. */
function rowsIn(dataDir: string, ...kinds: string[]): Map<string, Record<string, unknown>> {
  using disk = new DatabaseSync(join(dataDir, 'site.db'), { readOnly: true });
  const rows = disk.prepare('SELECT * FROM blog_rows ORDER BY kind, key').all();
  const own = rows.filter(({ kind }) => kinds.includes(String(kind)));
  return new Map(own.map((row) => [`${row.kind} ${row.key}`, row]));
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
    const rows = rowsIn(dataDir, 'snapshot', 'address', 'changes');
    const { number: readAt, ...snapshot } = rows.get('snapshot ') ?? {};
    return { rows, readAt: Number(readAt), snapshot };
  };
  const first = await written(600);
  expect(first.rows.size, 'the snapshot, the slug of each post, the count of changes').toBe(7);
  expect(first.rows.get('changes ')?.number).toBe(1);
  const again = await written(300);
  expect(again.rows.get('changes ')).toEqual(first.rows.get('changes '));
  expect(again.snapshot).toEqual(first.snapshot);
  expect(again.readAt, 'it is still current').toBeGreaterThan(first.readAt);
  service.edit('post-2', {});
  service.entry('post-3').fields.title = 'Changed without a revision';
  const last = await written(0);
  expect(last.rows.get('changes ')?.number).toBe(2);
  expect(last.rows.size).toBe(7);
  expect(last.snapshot.version).not.toBe(first.snapshot.version);
});

test('slug histories of an earlier version survive the update', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = makePosts(3);
  const { blog } = await startLoadedBlog(service, { dataDir });
  await blog.stop();
  const disk = new DatabaseSync(join(dataDir, 'site.db'));
  const [{ source } = {}] = disk.prepare('SELECT source FROM blog_rows').all();
  disk.exec("DELETE FROM blog_rows WHERE kind IN ('snapshot', 'changes')");
  const row = disk.prepare(`INSERT INTO blog_rows (source, kind, key, number, version, value)
    VALUES (?, ?, ?, ?, '', ?)`);
  row.run(String(source), 'address', 'before', 1, 'id-2');
  row.run(String(source), 'address', 'taken-down', 1, 'id-9');
  row.run(String(source), 'body', 'id-2', 1, '{}');
  disk.close();
  const { blog: updated } = await startLoadedBlog(service, { dataDir });
  expect(await updated.post('before')).toMatchObject({ result: { slug: 'post-2' } });
  expect(await updated.post('taken-down')).toMatchObject({ result: { state: 'gone' } });
  await updated.stop();
  expect([...rowsIn(dataDir, 'body', 'entries').keys()], 'nobody needs them').toEqual([]);
});

test('changes during an outage of the database are written when it is back', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(5);
  const away = { is: false };
  const dataDir = temporaryFolder();
  const { blog } = await startLoadedBlog(service, { dataDir, away });
  await blog.refresh();
  away.is = true;
  service.entries.push(blogPost('new', { title: 'N', slug: 'new', publishedDate: '2020-01-01' }));
  await blog.refresh();
  service.edit('new', { slug: 'renamed' });
  service.edit('post-1', { title: 'Corrected' });
  service.unpublish('post-2');
  await blog.refresh();
  away.is = false;
  await blog.refresh();
  await blog.stop();
  await service.goDown();
  const { blog: late } = openBlog(service, { dataDir });
  const found = async (slug: string) => (await late.post(slug)).result;
  expect(await found('new')).toEqual({ state: 'moved', slug: 'renamed' });
  expect(await found('post-1')).toMatchObject({ post: { title: 'Corrected' } });
  expect(await found('post-2')).toEqual({ state: 'gone' });
});

test('a copy written while the clock was a year ahead is corrected like any other', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = makePosts(3);
  const ahead = await startLoadedBlog(service, { dataDir, setBack: -365 * 86_400 });
  await ahead.blog.stop();
  service.edit('post-1', { title: 'Corrected' });
  service.edit('post-2', { slug: 'renamed' });
  const { blog } = await startLoadedBlog(service, { dataDir });
  await blog.refresh();
  await blog.stop();
  await service.goDown();
  const { blog: late } = openBlog(service, { dataDir });
  expect(await late.post('post-1')).toMatchObject({ result: { post: { title: 'Corrected' } } });
  expect(await late.post('post-2')).toMatchObject({ result: { slug: 'renamed' } });
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

test('posts that another replica is writing are neither shown nor deleted', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = makePosts(60);
  await (await startLoadedBlog(service, { dataDir })).blog.stop();
  const [[, part] = []] = rowsIn(dataDir, 'posts');
  const disk = new DatabaseSync(join(dataDir, 'site.db'));
  const row = disk.prepare(`INSERT INTO blog_rows (source, kind, key, number, version, value)
    VALUES (?, 'posts', ?, ?, ?, ?)`);
  const write = (version: string, readAt: number) =>
    row.run(String(part?.source), `${version} 0`, readAt, version, String(part?.value));
  write('given up', Number(part?.number) - 1);
  write('under way', Number.MAX_SAFE_INTEGER);
  disk.close();
  const { blog } = await startLoadedBlog(service, { dataDir });
  expect(blog.known()).toHaveLength(60);
  service.edit('post-1', { title: 'Corrected' });
  await blog.refresh();
  await blog.stop();
  const versions = new Set([...rowsIn(dataDir, 'posts').values()].map(({ version }) => version));
  const { version } = rowsIn(dataDir, 'snapshot').get('snapshot ') ?? {};
  expect(versions).toEqual(new Set([version, 'under way']));
  await service.goDown();
  const { blog: late } = openBlog(service, { dataDir });
  expect(await late.post('post-1')).toMatchObject({ result: { post: { title: 'Corrected' } } });
  expect(late.known()).toHaveLength(60);
});

test('every post of a large blog is stored, and loaded again', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = makePosts(900);
  const first = await startLoadedBlog(service, { dataDir, callsPerSecond: 1000 });
  await first.blog.stop();
  expect(rowsIn(dataDir, 'posts').size, 'fifty a row').toBe(18);
  await service.goDown();
  const { blog } = openBlog(service, { dataDir });
  await blog.catalogued();
  expect(countLoadedPosts(blog)).toBe(900);
  expect(await blog.list(45)).toMatchObject({ result: { state: 'ready', pageCount: 45 } });
});

test.each([
  ['a snapshot that is cut short', "UPDATE blog_rows SET value = '{' WHERE kind = 'snapshot'"],
  ['posts without sense', "UPDATE blog_rows SET value = '[null]' WHERE key LIKE '% 000050'"],
  ['a part missing', "DELETE FROM blog_rows WHERE key LIKE '% 000050'"],
  ['no post at all', "DELETE FROM blog_rows WHERE kind = 'posts'"],
])('a damaged copy is not shown in part, and replaced: %s', async (_what, damage) => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = makePosts(120);
  await (await startLoadedBlog(service, { dataDir })).blog.stop();
  {
    using disk = new DatabaseSync(join(dataDir, 'site.db'));
    expect(disk.prepare(damage).run().changes).toBeGreaterThan(0);
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
