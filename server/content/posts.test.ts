import { expect, test } from 'vitest';
import { makePosts, startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { blogPost } from '../../test/fakes/entries.ts';
import {
  controlled,
  openBlog,
  startLoadedBlog,
  type TestBlogService,
} from '../../test/support/blog.ts';
import { createLogger } from '../ops/log.ts';
import { createMetrics } from '../ops/metrics.ts';
import { Content } from './content.ts';
import { ContentFolder } from './folder/content-folder.ts';
import { createFolderSource } from './folder/folder-source.ts';

const titlesOf = (lookup: Awaited<ReturnType<TestBlogService['list']>>) =>
  lookup.result.state === 'ready'
    ? lookup.result.posts.map((post) => post.title)
    : lookup.result.state;

test('the start reads the posts of the first list', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(20);
  const { blog } = openBlog(service);
  blog.start();
  await blog.catalogued();
  expect(await blog.list(1)).toMatchObject({ result: { state: 'ready', page: 1, pageCount: 1 } });
  for (let number = 1; number <= 20; number += 1)
    expect(blog.post(`post-${number}`)).toMatchObject({
      result: { state: 'ready', post: { title: `Post ${number}` } },
    });
  expect([service.catalogueCalls.length, service.calls.length]).toEqual([0, 1]);
});

test('200 simultaneous cold lookups of a post make one call, as do 200 of the list', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(15);
  const { blog } = openBlog(service);
  await Promise.all(Array.from({ length: 200 }, () => blog.list(1)));
  expect([service.catalogueCalls.length, service.listCalls.length]).toEqual([0, 1]);
  const cold = openBlog(service).blog;
  const release = service.holdPosts();
  const lookups = Array.from({ length: 200 }, () => cold.post('post-15'));
  release();
  const states = (await Promise.all(lookups)).map(({ result }) => result.state);
  expect(new Set(states)).toEqual(new Set(['ready']));
  expect(service.postCalls.length).toBe(1);
});

test('something that is not a slug costs no call', async () => {
  const service = await startContentfulStandIn();
  const { blog } = await startLoadedBlog(service);
  for (const slug of ['', '.', '..', 'a/b', 'a b', '%41', 'a?b', '\u0000', 'x'.repeat(500)])
    expect(blog.post(slug)).toMatchObject({ result: { state: 'missing' } });
  for (const page of [0, -1, 1.5, Number.NaN, 2, 1e9])
    expect(blog.list(page)).toMatchObject({ result: { state: 'missing' } });
  expect(service.calls.length).toBe(1);
  expect(openBlog(service).blog.post('a b')).toMatchObject({ result: { state: 'missing' } });
});

test('later pages of the list are fetched by skip; past the end there are none', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(45);
  const { blog } = openBlog(service);
  const last = await blog.list(3); // cold
  expect(last).toMatchObject({ result: { state: 'ready', page: 3, pageCount: 3 } });
  expect(titlesOf(last)).toEqual(['Post 41', 'Post 42', 'Post 43', 'Post 44', 'Post 45']);
  expect(service.listCalls.map(({ query }) => [query.skip, query.limit])).toEqual([
    ['0', '20'],
    ['20', '20'],
    ['40', '20'],
  ]);
  expect(blog.list(4)).toMatchObject({ result: { state: 'missing' } });
  expect(blog.listVersion(4)).toBeNull();
  expect(service.calls.length).toBe(3);
  expect(await openBlog(service).blog.list(4)).toMatchObject({
    result: { state: 'missing' },
  });
});

test('a blog without posts is an empty list, not an outage', async () => {
  const service = await startContentfulStandIn();
  service.entries = [];
  const { blog } = await startLoadedBlog(service);
  expect(blog.list(1)).toMatchObject({ result: { state: 'ready', posts: [], pageCount: 1 } });
  expect(blog.known()).toEqual([]);
});

test('a missing post is certain once the catalogue has been read', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(3);
  const { blog } = openBlog(service);
  expect(blog.isMissing('no-such-post')).toBe(false);
  blog.start();
  await blog.catalogued();
  expect([blog.isMissing('no-such-post'), blog.isMissing('post-1')]).toEqual([true, false]);
});

test('a list and a post name tags only when posts have some', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(3);
  const tags = [{ sys: { type: 'Link', linkType: 'Tag', id: 'hire' } }];
  Object.assign(service.entry('post-1'), { metadata: { tags } });
  const { blog } = await startLoadedBlog(service);
  const { result: list } = await blog.list(1);
  expect(list).not.toHaveProperty('tags');
  const cards = list.state === 'ready' ? list.posts : [];
  expect(cards.map((card) => card.tags)).toEqual([['Hire'], undefined, undefined]);
  for (const card of cards.slice(1)) expect(card).not.toHaveProperty('tags');
  const { result: post } = await blog.post('post-1');
  expect(post).not.toHaveProperty('post.tagPages');
});

test('a refresh finds published, changed, moved and removed posts without a notice', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(45);
  const { blog } = await startLoadedBlog(service);
  service.edit('post-30', { title: 'Corrected' });
  service.edit('post-31', { slug: 'renamed' });
  service.unpublish('post-32');
  service.entries.push(blogPost('new', { title: 'N', slug: 'new', publishedDate: '2020-01-01' }));
  const { length } = service.calls;
  for (let visit = 0; visit < 100; visit += 1)
    expect(blog.post('new')).toMatchObject({ result: { state: 'missing' } });
  expect(service.calls.length).toBe(length);
  await blog.refresh();
  expect(blog.post('new')).toMatchObject({ result: { state: 'ready', post: { title: 'N' } } });
  expect(blog.post('post-31')).toMatchObject({ result: { slug: 'renamed' } });
  expect(blog.post('renamed')).toMatchObject({ result: { post: { slug: 'renamed' } } });
  expect(blog.post('post-32')).toMatchObject({ result: { state: 'gone' } });
  expect(blog.post('post-30')).toMatchObject({ result: { post: { title: 'Corrected' } } });
});

test('related posts share a tag, else they are the nearest by date', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(45);
  const tags = [{ sys: { type: 'Link', linkType: 'Tag', id: 'hire' } }];
  for (const slug of ['post-3', 'post-40'])
    Object.assign(service.entry(slug), { metadata: { tags } });
  const { blog } = await startLoadedBlog(service);
  const next = async (slug: string) => {
    const { result } = await blog.post(slug);
    return result.state === 'ready' && result.post.next?.map(({ title }) => title);
  };
  expect(await next('post-3')).toEqual(['Post 40', 'Post 4', 'Post 5']);
  expect(await next('post-45')).toEqual(['Post 44', 'Post 43', 'Post 42']);
  service.unpublish('post-43');
  await blog.followChange();
  expect(await next('post-45')).toEqual(['Post 44', 'Post 42', 'Post 41']);
});

test('of two entries with one slug the newer wins; a rejected one is logged once', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(25);
  Object.assign(service.entry('post-24').fields, { slug: 'post-3' });
  Object.assign(service.entry('post-4').fields, { title: ' ' });
  Object.assign(service.entry('post-5').fields, { slug: 'with space' });
  Object.assign(service.entry('post-6').fields, { slug: undefined });
  const { blog, lines, metrics } = await startLoadedBlog(service, { ttlSeconds: 0 });
  expect(await blog.post('post-3')).toMatchObject({ result: { post: { title: 'Post 3' } } });
  expect(blog.known().length).toBe(21);
  expect(await blog.list(2)).toMatchObject({ result: { posts: { length: 1 }, pageCount: 2 } });
  await blog.followChange();
  const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
  expect(warnings.map(({ entry, reason }) => [entry, reason])).toEqual([
    ['id-4', 'it has no title'],
    [
      'id-5',
      'its slug "with space" cannot be used in a web address: use only letters, digits, - . _ and ~',
    ],
    ['id-6', 'it has no slug'],
    ['id-24', 'its slug "post-3" is already used by "Post 3", which is newer'],
  ]);
  expect(await metrics.registry.metrics()).toContain('content_entries_left_out 4');
});

test('a post whose slug has spaces around it is found at the address without them', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(45);
  service.edit('post-40', { slug: ' post-40' });
  service.edit('post-41', { slug: 'post-41\u00a0' });
  const { blog } = await startLoadedBlog(service);
  for (const slug of ['post-40', 'post-41'])
    expect(await blog.post(slug)).toMatchObject({ result: { state: 'ready', post: { slug } } });
  expect(service.catalogueCalls.length).toBe(0);
});

test('the embedded posts are all there once they have been read', async () => {
  const parts = {
    ttlSeconds: 60,
    database: null,
    log: createLogger('silent'),
    metrics: createMetrics(),
  };
  const source = createFolderSource('samples', new ContentFolder('content/sample'));
  const blog = controlled(new Content({ ...parts, source }));
  await blog.catalogued();
  const list = blog.list(1);
  expect(list).toMatchObject({ result: { state: 'ready', page: 1, pageCount: 1 } });
  for (const { slug } of blog.known()) {
    expect(blog.post(slug)).toMatchObject({ result: { state: 'ready', post: { slug } } });
    expect(blog.postVersion(slug)).toBeTruthy();
  }
  expect(blog.known().length).toBeGreaterThan(5);
  expect(blog.list(2)).toMatchObject({ result: { state: 'missing' } });
  expect(blog.post('no-such-post')).toMatchObject({ result: { state: 'missing' } });
});

test('every post is fetched before anybody asks, newest first, a list page a call', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(65);
  const { blog } = await startLoadedBlog(service);
  expect(service.listCalls.map(({ query }) => query.skip)).toEqual(['0', '20', '40', '60']);
  expect(service.calls.length).toBe(4);
  for (const { slug } of blog.known()) expect(blog.post(slug)).not.toBeInstanceOf(Promise);
});

test('a post hidden from search engines is shown, and indexed once that changes', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(3);
  Object.assign(service.entry('post-2').fields, { noindex: true });
  const { blog } = await startLoadedBlog(service);
  const indexed = () =>
    blog
      .known()
      .filter(({ noindex }) => !noindex)
      .map(({ slug }) => slug);
  expect(blog.known()).toHaveLength(3);
  expect(indexed()).toEqual(['post-1', 'post-3']);
  Object.assign(service.entry('post-2').fields, { noindex: false });
  await blog.followChange();
  expect(indexed()).toEqual(['post-1', 'post-2', 'post-3']);
});
