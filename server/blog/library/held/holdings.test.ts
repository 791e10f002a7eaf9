import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import {
  somePosts,
  startContentfulStandIn,
} from '../../../../test/stand-ins/contentful-stand-in.ts';
import { openFilledLibrary, temporaryFolder } from '../../../../test/support/library.ts';
import { assetLink, blogPost } from '../../source/posts/format.ts';

test('after a change every post that is different is told, and no other', async () => {
  const told: string[][] = [];
  const listeners = [async (slugs: Iterable<string>) => void told.push([...slugs])];
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const { library } = await openFilledLibrary(service, { listeners });
  await library.post('post-30');
  service.entry('post-3').fields.title = 'Changed through something that it shows';
  service.edit('post-40', { title: 'Changed itself' });
  await library.refresh();
  expect(told.map((slugs) => slugs.toSorted())).toEqual([['post-3', 'post-40']]);
});

test('of the posts that show a changed picture the 50 most recently read are renewed at once', async () => {
  const service = await startContentfulStandIn();
  const id = service.assets[0]?.sys.id as string;
  service.entries = somePosts(80);
  for (const { fields } of service.entries) fields.featuredImage = assetLink(id);
  const { library } = await openFilledLibrary(service);
  for (let number = 80; number > 20; number -= 1) await library.post(`post-${number}`);
  const { length } = service.postCalls;
  await library.refresh({ kind: 'publish', id, isPost: false, revision: 2 });
  const renewed = service.postCalls.slice(length).map(({ query }) => query['fields.slug']);
  expect(new Set(renewed)).toEqual(
    new Set(Array.from({ length: 50 }, (_, index) => `post-${index + 21}`)),
  );
});

test('only what is new is written to the disk, after a restart too', async () => {
  const dataDir = await temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = somePosts(5);
  const { library: first } = await openFilledLibrary(service, { dataDir });
  first.stop();
  const { library } = await openFilledLibrary(service, { dataDir });
  const disk = new DatabaseSync(join(dataDir, 'blog.sqlite'));
  onTestFinished(() => disk.close());
  const onDisk = () =>
    disk
      .prepare("SELECT key FROM kept WHERE key <> 'verified at' ORDER BY key")
      .all()
      .map(({ key }) => key);
  expect(onDisk()).toHaveLength(5 + 2);
  disk.exec('DELETE FROM kept');
  await library.refresh();
  expect(onDisk()).toEqual([]);
  service.edit('post-2', {});
  service.entry('post-3').fields.title = 'Changed without a revision';
  await library.refresh();
  expect(onDisk()).toEqual(['catalogue', 'post post-2', 'post post-3']);
});

test('a post under the address of one that was taken down is never shown as the old one', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(25);
  const { library } = await openFilledLibrary(service, { dataDir: await temporaryFolder() });
  await library.post('post-22');
  service.unpublish('post-22');
  await library.refresh();
  expect(library.post('post-22')).toMatchObject({ result: { state: 'gone' } });
  const another = { title: 'Another', slug: 'post-22', publishedDate: '2020-01-01' };
  service.entries.push(blogPost('another', another));
  await library.refresh();
  expect(await library.post('post-22')).toMatchObject({ result: { post: { title: 'Another' } } });
});

test('a post that search engines are kept away from is known, and not indexed until that changes', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(3);
  Object.assign(service.entry('post-2').fields, { noindex: true });
  const { library } = await openFilledLibrary(service);
  const indexed = () => library.indexed().map(({ slug }) => slug);
  expect(library.known()).toHaveLength(3);
  expect(indexed()).toEqual(['post-1', 'post-3']);
  Object.assign(service.entry('post-2').fields, { noindex: false });
  await library.refresh();
  expect(indexed()).toEqual(['post-1', 'post-2', 'post-3']);
});
