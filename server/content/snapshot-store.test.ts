import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { blogPost } from '../../test/stand-ins/entries.ts';
import { openBlog, openFilledBlog, readPosts } from '../../test/support/blog.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';

/** How often the log says what is wrong with the database. */
const complaints = (lines: string[]) =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('copy of the blog'))
    .length;

test('a restart during an outage has every post of this source, and none of another', async () => {
  const dataDir = temporaryFolder();
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
  const { blog, lines } = await openFilledBlog(service, {
    dataDir: temporaryFolder(),
  });
  const release = service.hold();
  const answered = blog.answered();
  void blog.renew();
  await expect.poll(() => service.catalogueCalls.length).toBe(2);
  await blog.stop();
  release();
  await expect.poll(() => blog.answered()).toBe(answered + 1);
  await blog.catalogued();
  expect(lines).toEqual([]);
});

test('a database that cannot be opened is said once, and does the blog no other harm', async () => {
  const dataDir = join(temporaryFolder(), 'data');
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
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = somePosts(5);
  await (await openFilledBlog(service, { dataDir })).blog.stop();
  service.unpublish('post-2');
  service.edit('post-3', { slug: 'renamed' });
  const { blog } = await openFilledBlog(service, { dataDir });
  await expect.poll(() => blog.post('post-2')).toMatchObject({ result: { state: 'gone' } });
  expect(blog.post('post-3')).toMatchObject({ result: { state: 'moved', slug: 'renamed' } });
});

/** The rows of a database of these kinds, by kind and key. */
function rowsIn(dataDir: string, ...kinds: string[]): Map<string, Record<string, unknown>> {
  using disk = new DatabaseSync(join(dataDir, 'site.db'), { readOnly: true });
  const rows = disk.prepare('SELECT * FROM blog_rows ORDER BY kind, key').all();
  const own = rows.filter(({ kind }) => kinds.includes(String(kind)));
  return new Map(own.map((row) => [`${row.kind} ${row.key}`, row]));
}

test('only what is new is written, after a restart too', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = somePosts(5);
  const rows = () => rowsIn(dataDir, 'body', 'address', 'changes');
  const written = async (isWhole = () => true) => {
    const { blog } = await openFilledBlog(service, { dataDir });
    await blog.refresh();
    // On a busy machine a write may be late: the next renewal repeats it.
    await expect.poll(() => blog.renew().then(isWhole)).toBe(true);
    await blog.stop();
    return rows();
  };
  const first = await written(() => rows().size === 11);
  expect(first.size, 'each post, its address, and the count of changes').toBe(5 + 5 + 1);
  expect(await written()).toEqual(first);
  service.edit('post-2', {});
  service.entry('post-3').fields.title = 'Changed without a revision';
  const last = await written(() => rows().get('body id-2')?.number === 2);
  const changed = [...last].filter(([key, row]) => first.get(key)?.version !== row.version);
  expect(changed.map(([key]) => key)).toEqual(['body id-3']);
  expect(last.get('body id-2')?.number).toBe(2);
});

test('what is learned while the database is away is written when it is back', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(5);
  const away = { is: false };
  const dataDir = temporaryFolder();
  const { blog } = await openFilledBlog(service, { dataDir, away });
  await blog.renew();
  away.is = true;
  service.entries.push(blogPost('new', { title: 'N', slug: 'new', publishedDate: '2020-01-01' }));
  await blog.renew();
  service.edit('new', { slug: 'renamed' });
  service.edit('post-1', { title: 'Corrected' });
  service.unpublish('post-2');
  await blog.renew();
  away.is = false;
  await blog.renew();
  await blog.stop();
  expect([...rowsIn(dataDir, 'body').keys()]).not.toContain('body id-2');
  await service.goDown();
  const { blog: late } = openBlog(service, { dataDir });
  const found = async (slug: string) => (await late.post(slug)).result;
  expect(await found('new')).toEqual({ state: 'moved', slug: 'renamed' });
  expect(await found('post-1')).toMatchObject({ post: { title: 'Corrected' } });
  expect(await found('post-2')).toEqual({ state: 'gone' });
});

test('a row that should not be there, or is missing, is put right', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = somePosts(3);
  const first = await openFilledBlog(service, { dataDir });
  await first.blog.stop();
  const disk = new DatabaseSync(join(dataDir, 'site.db'));
  disk.exec("UPDATE blog_rows SET key = 'nobody' WHERE kind = 'body' AND key = 'id-2'");
  disk.close();
  const again = await openFilledBlog(service, { dataDir });
  await again.blog.renew();
  await again.blog.stop();
  expect([...rowsIn(dataDir, 'body').keys()]).toEqual(['body id-1', 'body id-2', 'body id-3']);
});

test('a copy written while the clock was a year ahead is corrected like any other', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = somePosts(3);
  const ahead = await openFilledBlog(service, { dataDir, setBack: -365 * 86_400 });
  await ahead.blog.stop();
  service.edit('post-1', { title: 'Corrected' });
  service.edit('post-2', { slug: 'renamed' });
  const { blog } = await openFilledBlog(service, { dataDir });
  await blog.renew();
  await blog.stop();
  await service.goDown();
  const { blog: late } = openBlog(service, { dataDir });
  expect(await late.post('post-1')).toMatchObject({ result: { post: { title: 'Corrected' } } });
  expect(await late.post('post-2')).toMatchObject({ result: { slug: 'renamed' } });
});

test('what one of two replicas was told, the other knows when it looks, and asks the service nothing', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = somePosts(25);
  const one = await openFilledBlog(service, { dataDir });
  const other = await openFilledBlog(service, { dataDir });
  service.edit('post-1', { title: 'Corrected' });
  service.edit('post-2', { slug: 'renamed' });
  service.unpublish('post-3');
  service.entries.push(blogPost('new', { title: 'N', slug: 'new', publishedDate: '2020-01-01' }));
  await one.blog.refresh();
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

test('of a large blog every post is copied, and read again', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = somePosts(900);
  const first = await openFilledBlog(service, { dataDir, callsPerSecond: 1000 });
  await first.blog.stop();
  expect(rowsIn(dataDir, 'body').size).toBe(900);
  await service.goDown();
  const { blog } = openBlog(service, { dataDir });
  await blog.catalogued();
  expect(readPosts(blog)).toBe(900);
  expect(await blog.list(45)).toMatchObject({ result: { state: 'ready', pageCount: 45 } });
});
