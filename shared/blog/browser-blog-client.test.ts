import { afterEach, expect, test, vi } from 'vitest';
import { type JsonAnswer, startJsonSite } from '../../test/support/json-site.ts';
import { createBrowserBlogClient, type InitialData } from './browser-blog-client.ts';

const started: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const close of started.splice(0)) close();
});

async function site(answers: Record<string, JsonAnswer>) {
  const { origin, asked, close } = await startJsonSite(answers);
  started.push(close);
  return {
    asked,
    close,
    createClient: (cache: InitialData = {}) => createBrowserBlogClient({ initial: cache, origin }),
  };
}

const json = (body: unknown): JsonAnswer => ({ status: 200, body: JSON.stringify(body) });
const POST = {
  id: '1',
  slug: 'a',
  title: 'A',
  publishedDate: '',
  excerpt: null,
  image: null,
  author: null,
  content: null,
  updatedAt: '',
};
const LIST = { posts: [POST], page: 1, pageCount: 3 };

test('data in the page is used without a request', async () => {
  const { createClient, asked } = await site({});
  const cache: InitialData = {
    list: { state: 'ready', ...LIST },
    page: 1,
    post: { state: 'ready', post: POST },
    slug: 'a',
  };
  const blog = createClient(cache);
  expect(blog.list(1)).toBe(cache.list);
  expect(blog.post('a')).toBe(cache.post);
  expect(asked).toEqual([]);
});

test('missing data is fetched from /api/posts', async () => {
  const { createClient, asked } = await site({
    '/api/posts': json(LIST),
    '/api/posts?page=2': json({ ...LIST, page: 2 }),
    '/api/posts/a': json(POST),
  });
  const blog = createClient();
  expect(await blog.list(1)).toEqual({ state: 'ready', ...LIST });
  expect(await blog.list(2)).toEqual({ state: 'ready', ...LIST, page: 2 });
  expect(await blog.post('a')).toEqual({ state: 'ready', post: POST });
  expect(asked).toEqual(['/api/posts', '/api/posts?page=2', '/api/posts/a']);
});

test('simultaneous reads share one request, and its result is cached', async () => {
  const { createClient, asked } = await site({ '/api/posts/a': json(POST) });
  const blog = createClient();
  const first = blog.post('a');
  expect(blog.post('a')).toBe(first);
  const result = await first;
  expect(blog.post('a')).toBe(result);
  expect(asked).toHaveLength(1);
});

test('a post that was taken down reads as gone', async () => {
  const { createClient } = await site({
    '/api/posts/a': { status: 410, body: '{"error":"gone"}' },
  });
  expect(await createClient().post('a')).toEqual({ state: 'gone' });
});

test.each<[number, string]>([
  [404, 'missing'],
  [500, 'unavailable'],
  [503, 'unavailable'],
])('status %d reads as %s', async (status, state) => {
  const { createClient } = await site({
    '/api/posts': { status, body: '{}' },
    '/api/posts/a': { status, body: '{}' },
  });
  expect(await createClient().list(1)).toEqual({ state });
  expect(await createClient().post('a')).toEqual({ state });
});

test.each(['<!doctype html>', '{}', 'null', '[]', '{"posts":7}'])(
  'an answer of %s reads as unavailable',
  async (body) => {
    const { createClient } = await site({
      '/api/posts': { status: 200, body },
      '/api/posts/a': { status: 200, body },
    });
    expect(await createClient().list(1)).toMatchObject({ state: 'unavailable' });
    expect(await createClient().post('a')).toMatchObject({ state: 'unavailable' });
  },
);

test('a site that cannot be reached reads as unavailable', async () => {
  const { createClient, close } = await site({});
  close();
  expect(await createClient().post('a')).toMatchObject({ state: 'unavailable' });
});

test('a failure is cached for a re-render and forgotten by a later visit', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const answers: Record<string, JsonAnswer> = { '/api/posts': { status: 503, body: '{}' } };
  const { createClient, asked } = await site(answers);
  const blog = createClient();
  const failed = await blog.list(1);
  expect(blog.list(1)).toBe(failed);
  answers['/api/posts'] = json(LIST);
  vi.advanceTimersByTime(6000);
  expect(await blog.list(1)).toEqual({ state: 'ready', ...LIST });
  expect(asked).toHaveLength(2);
});

test('a clock that is set back does not keep a failure', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const answers: Record<string, JsonAnswer> = { '/api/posts': { status: 503, body: '{}' } };
  const { createClient } = await site(answers);
  const blog = createClient();
  await blog.list(1);
  answers['/api/posts'] = json(LIST);
  vi.advanceTimersByTime(6000);
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(await blog.list(1)).toEqual({ state: 'ready', ...LIST });
});

test('a result older than a minute is returned at once and fetched again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { createClient, asked } = await site({ '/api/posts/a': json({ ...POST, title: 'B' }) });
  const blog = createClient({ post: { state: 'ready', post: POST }, slug: 'a' });
  vi.advanceTimersByTime(61_000);
  expect(blog.post('a')).toEqual({ state: 'ready', post: POST });
  await vi.waitFor(() => expect(blog.post('a')).toMatchObject({ post: { title: 'B' } }));
  expect(asked).toEqual(['/api/posts/a']);
});

test('an outage does not replace a cached result', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { createClient, asked } = await site({ '/api/posts/a': { status: 503, body: '{}' } });
  const blog = createClient({ post: { state: 'ready', post: POST }, slug: 'a' });
  vi.advanceTimersByTime(61_000);
  blog.post('a');
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(await blog.post('a')).toEqual({ state: 'ready', post: POST });
});

test('a link about to be followed prefetches data only for pages with posts', async () => {
  const { createClient, asked } = await site({
    '/api/posts/caf%C3%A9': json(POST),
    '/api/posts?page=2': json(LIST),
  });
  const blog = createClient();
  for (const path of ['/blogs/caf%C3%A9', '/blogs/page/2', '/about', '/']) blog.prefetch?.(path);
  await vi.waitFor(() =>
    expect(asked.sort()).toEqual(['/api/posts/caf%C3%A9', '/api/posts?page=2']),
  );
});
