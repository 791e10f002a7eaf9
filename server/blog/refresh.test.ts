import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { blogPost } from '../../test/stand-ins/entries.ts';
import { openFilledBlog } from '../../test/support/blog.ts';

const PAUSES_MS = [10, 10, 10, 10];

async function openBlog(count = 45, pausesMs = PAUSES_MS) {
  const service = await startContentfulStandIn();
  service.entries = somePosts(count);
  const told: { slugs: string[]; pages: number }[] = [];
  const listeners = [
    async (slugs: Iterable<string>, pages: number) => void told.push({ slugs: [...slugs], pages }),
  ];
  const parts = { listeners, pausesMs, ttlSeconds: 60 };
  return { service, told, ...(await openFilledBlog(service, parts)) };
}

const published = (id: string, revision = 2) =>
  ({ kind: 'publish', id, isPost: true, revision }) as const;

/** A refresh during which the service breaks once it has shown the catalogue. */
async function refreshWithoutPosts(
  { service, blog }: Awaited<ReturnType<typeof openBlog>>,
  change: ReturnType<typeof published>,
) {
  const release = service.hold();
  const refreshed = blog.refresh(change);
  await expect.poll(() => service.catalogueCalls.length).toBe(2);
  const releaseList = service.hold();
  release();
  await expect.poll(() => service.listCalls.length).toBe(2);
  service.behaviour = 'broken';
  releaseList();
  await refreshed;
}

test('the list pages that are told are those before or after the change, whichever are more', async () => {
  const { service, told, blog } = await openBlog(21, []); // a later round may tell again
  const [last] = service.entries.slice(-1) as [(typeof service.entries)[number]];
  service.unpublish('post-21');
  await blog.refresh();
  service.entries.push(last);
  await blog.refresh();
  service.unpublish('post-21');
  service.unpublish('post-20');
  await blog.refresh();
  await blog.refresh();
  expect(told.map(({ pages }) => pages)).toEqual([2, 2, 2, 1]);
});

test.each(['unpublish', 'delete', 'archive'] as const)(
  'after %s the service is not asked again once the post is gone',
  async (kind) => {
    const { service, blog } = await openBlog();
    service.unpublish('post-30');
    await blog.refresh({ kind, id: 'id-30', isPost: true, revision: null });
    await sleep(10 * Math.max(...PAUSES_MS));
    expect(service.catalogueCalls.length).toBe(1 + 1);
  },
);

test('nobody can tell whether a change of something else is shown yet: it is asked for five times', async () => {
  const { service, told, blog } = await openBlog();
  await blog.refresh({ kind: 'publish', id: 'a-picture', isPost: false, revision: 2 });
  expect(told).toEqual([{ slugs: [], pages: 3 }]);
  await expect.poll(() => service.catalogueCalls.length).toBe(1 + 5);
});

test.each([
  ['a post that nobody has read', 'id-40', 2],
  ['a new post', 'new', 1],
])('%s is followed until the catalogue has it', async (_, id, revision) => {
  const { service, blog } = await openBlog();
  service.lag(2);
  service.edit('post-40', { title: 'As published' });
  const fields = { title: 'As published', slug: 'new', publishedDate: '2020-01-01' };
  service.entries.push(blogPost('new', fields));
  await blog.refresh(published(id, revision));
  const titles = () => blog.known().map(({ title }) => title);
  expect(titles()).not.toContain('As published');
  await expect.poll(titles).toContain('As published');
});

test('a post that cannot be fetched when it changes is followed until it can', async () => {
  const opened = await openBlog();
  const { service, blog } = opened;
  service.edit('post-3', { title: 'Corrected' });
  await refreshWithoutPosts(opened, published('id-3'));
  expect(blog.post('post-3')).toMatchObject({ result: { post: { title: 'Post 3' } } });
  service.behaviour = 'proper';
  await expect
    .poll(() => blog.post('post-3'))
    .toMatchObject({ result: { post: { title: 'Corrected' } } });
});

test('a post that is not cached and cannot be fetched does not fail the refresh', async () => {
  const opened = await openBlog();
  const { blog } = opened;
  await refreshWithoutPosts(opened, published('id-30', 1));
  expect(blog.postVersion('post-30')).toBeNull();
});

test('a post that is not shown yet is not fetched when it changes', async () => {
  const { service, blog } = await openBlog();
  service.edit('post-30', { publishedDate: '2031-01-01' });
  await blog.refresh(published('id-30'));
  expect(blog.post('post-30')).toMatchObject({ result: { state: 'missing' } });
  expect(service.postCalls.length).toBe(0);
});

test.each([
  ['post-3', 'on the first page', 2],
  ['post-30', 'on a later page', 3],
])(
  'of %s, %s, an answer under way at its change is not taken for the new state',
  async (slug, _, answers) => {
    const { service, blog, clock } = await openBlog();
    await blog.post(slug);
    const before = blog.answered();
    clock.forward(61);
    blog.known();
    await expect.poll(() => blog.answered()).toBe(before + 1);
    const { length } = service.calls;
    const release = service.hold();
    blog.post(slug); // is renewed: the answer is made now, and comes after the change
    await expect.poll(() => service.calls.length).toBe(length + 1);
    service.held = Promise.resolve();
    const { id } = service.edit(slug, { title: 'Corrected' }).sys;
    const refreshed = blog.refresh(published(id));
    await expect.poll(() => blog.answered()).toBe(before + answers);
    release();
    await refreshed;
    expect(blog.post(slug)).toMatchObject({ result: { post: { title: 'Corrected' } } });
  },
);
