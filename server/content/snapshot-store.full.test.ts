import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePosts, startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { blogPost } from '../../test/fakes/entries.ts';
import { countLoadedPosts, openBlog, startLoadedBlog } from '../../test/support/blog.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';

/** Counts the log lines about faults of the database. */
const complaints = (lines: string[]) =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('copy of the blog'))
    .length;

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
