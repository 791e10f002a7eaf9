import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { assetLink, blogPost } from '../../test/stand-ins/entries.ts';
import { openFilledBlog, temporaryFolder } from '../../test/support/blog.ts';

test('after a change every post that is different is told, and no other', async () => {
  const told: string[][] = [];
  const listeners = [async (slugs: Iterable<string>) => void told.push([...slugs])];
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const { blog } = await openFilledBlog(service, { listeners });
  await blog.post('post-30');
  service.entry('post-3').fields.title = 'Changed through something that it shows';
  service.edit('post-40', { title: 'Changed itself' });
  await blog.refresh();
  expect(told.map((slugs) => slugs.toSorted())).toEqual([['post-3', 'post-40']]);
});

test('of the posts that show a changed picture the 50 most recently read are renewed at once', async () => {
  const service = await startContentfulStandIn();
  const id = service.assets[0]?.sys.id as string;
  service.entries = somePosts(80);
  for (const { fields } of service.entries) fields.featuredImage = assetLink(id);
  const { blog } = await openFilledBlog(service);
  for (let number = 80; number > 20; number -= 1) await blog.post(`post-${number}`);
  const { length } = service.postCalls;
  await blog.refresh({ kind: 'publish', id, isPost: false, revision: 2 });
  const renewed = service.postCalls.slice(length).map(({ query }) => query['fields.slug']);
  expect(new Set(renewed)).toEqual(
    new Set(Array.from({ length: 50 }, (_, index) => `post-${index + 21}`)),
  );
});

test('only what is new is written to the database, after a restart too', async () => {
  const dataDir = await temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = somePosts(5);
  const written = async () => {
    const { blog } = await openFilledBlog(service, { dataDir });
    await blog.refresh();
    await blog.stop();
    const disk = new DatabaseSync(join(dataDir, 'site.db'));
    const rows = disk.prepare("SELECT * FROM blog_copy WHERE kind <> 'catalogue'").all();
    disk.close();
    return new Map(rows.map(({ kind, key, at }) => [`${kind} ${key}`, at]));
  };
  const first = await written();
  expect(first.size, 'each post and its address').toBe(5 + 5);
  expect(await written()).toEqual(first);
  service.edit('post-2', {});
  service.entry('post-3').fields.title = 'Changed without a revision';
  const last = await written();
  const changed = [...last].filter(([key, at]) => key.startsWith('post') && first.get(key) !== at);
  expect(changed.map(([key]) => key).sort()).toEqual(['post post-2', 'post post-3']);
});

test('a post under the address of one that was taken down is never shown as the old one', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(25);
  const { blog } = await openFilledBlog(service, { dataDir: await temporaryFolder() });
  await blog.post('post-22');
  service.unpublish('post-22');
  await blog.refresh();
  expect(blog.post('post-22')).toMatchObject({ result: { state: 'gone' } });
  const another = { title: 'Another', slug: 'post-22', publishedDate: '2020-01-01' };
  service.entries.push(blogPost('another', another));
  await blog.refresh();
  expect(await blog.post('post-22')).toMatchObject({ result: { post: { title: 'Another' } } });
});

test('a post that search engines are kept away from is known, and not indexed until that changes', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(3);
  Object.assign(service.entry('post-2').fields, { noindex: true });
  const { blog } = await openFilledBlog(service);
  const indexed = () => blog.indexed().map(({ slug }) => slug);
  expect(blog.known()).toHaveLength(3);
  expect(indexed()).toEqual(['post-1', 'post-3']);
  Object.assign(service.entry('post-2').fields, { noindex: false });
  await blog.refresh();
  expect(indexed()).toEqual(['post-1', 'post-2', 'post-3']);
});
