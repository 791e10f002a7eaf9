import pino from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createMetrics } from '../ops/metrics.ts';
import { createBlogService } from './blog-service.ts';
import type { BlogSource } from './contentful/source.ts';
import type { ContentChange } from './editor-changes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const change = (id: string): ContentChange => ({ kind: 'publish', id, isPost: true, revision: 2 });

/** Of an asset that post a shows: nobody can tell whether the service has answered with it. */
const ofPicture: ContentChange = { kind: 'publish', id: 'picture', isPost: false, revision: 2 };

/**
 * A blog that has read its posts: after the given second the service shows a new revision of all but
 * the last. What it is asked, and what listeners are told, each with the second.
 */
async function follow(shownAfter = Number.POSITIVE_INFINITY) {
  const blank = { publishedDate: '2025-01-01', updatedAt: '2025-01-01', image: null, author: null };
  let start = Number.POSITIVE_INFINITY;
  const seconds = () => (Date.now() - start) / 1000;
  const asked: number[] = [];
  const told: [number, ...string[]][] = [];
  const entries = () =>
    ['a', 'b', 'c', 'd'].map((id) => {
      const revision = seconds() >= shownAfter && id !== 'd' ? 2 : 1;
      return {
        ...blank,
        id,
        revision,
        slug: id,
        title: `${id} ${revision}`,
        tags: [],
        fault: null,
      };
    });
  const fetched = () =>
    entries().map(({ revision, fault: _, ...entry }) => ({
      post: { ...entry, excerpt: null, content: null },
      revision,
      links: entry.id === 'a' ? ['picture'] : [],
    }));
  const source: BlogSource = {
    id: 'fake',
    async catalogue() {
      asked.push(seconds());
      await new Promise((resolve) => setTimeout(resolve, 100));
      return entries();
    },
    list: async () => fetched(),
    post: async (slug) => fetched().find(({ post }) => post.slug === slug) ?? null,
  };
  const blog = createBlogService({
    ...{ source, ttlSeconds: 86_400, callsPerSecond: 55, database: null },
    ...{ log: pino({ level: 'silent' }), metrics: createMetrics() },
    listeners: [async (slugs) => void told.push([Math.floor(seconds()), ...[...slugs].sort()])],
  });
  onTestFinished(() => blog.stop());
  const read = blog.list(1);
  await vi.advanceTimersByTimeAsync(1000);
  await read;
  start = Date.now();
  asked.length = 0;
  return { blog, asked, told };
}

test.each([
  ['is never shown', change('a'), [0, 2, 5, 10, 20, 40, 80, 120]],
  ['nobody can tell to be shown', ofPicture, [0, 2, 5, 10, 20]],
])('a change that %s is asked for at once and after these seconds', async (_, notice, at) => {
  const { blog, asked, told } = await follow();
  void blog.refresh(notice);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(asked.map((second) => Math.floor(second))).toEqual(at);
  expect(told, 'first, and as the last try ends').toEqual([
    [0, 'a'],
    [at.at(-1), 'a'],
  ]);
});

test('a change that the service shows after 90 s is on the site half a minute later', async () => {
  const { blog, told } = await follow(90);
  void blog.refresh(change('a'));
  await vi.advanceTimersByTimeAsync(200_000);
  expect(blog.post('a')).toMatchObject({ result: { post: { title: 'a 2' } } });
  expect(told.at(-1), 'with what else is different').toEqual([120, 'a', 'b', 'c']);
  expect(told).toHaveLength(2);
});

test('a change is told at once, and again when the service shows it', async () => {
  const { blog, asked, told } = await follow(4);
  void blog.refresh(change('a'));
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked).toHaveLength(3);
  expect(told).toEqual([
    [0, 'a'],
    [5, 'a', 'b', 'c'],
  ]);
});

test('a notice that names nothing is told once, unless something is different', async () => {
  const { blog, asked, told } = await follow();
  void blog.refresh();
  await vi.advanceTimersByTimeAsync(2050);
  void blog.refresh();
  await vi.advanceTimersByTimeAsync(70);
  void blog.refresh(); // together with the second question about the first
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked.slice(0, 3)).toEqual([0, 2.05, 2.15]);
  expect(told).toEqual([[0], [2], [2]]);
});

test('changes that arrive while the service is asked share the next question', async () => {
  const { blog, asked, told } = await follow(0);
  void blog.refresh(change('a'));
  await vi.advanceTimersByTimeAsync(50);
  void blog.refresh(change('b'));
  const done = blog.refresh(change('d')); // what it says of d is never shown
  await vi.advanceTimersByTimeAsync(1000);
  await done;
  expect(asked).toEqual([0, 0.1]);
  expect(told).toEqual([
    [0, 'a', 'b', 'c'],
    [0, 'b', 'd'],
  ]);
});

test('once it is stopped nothing is asked any more', async () => {
  const { blog, asked } = await follow();
  void blog.refresh(change('a'));
  await vi.advanceTimersByTimeAsync(1000);
  void blog.refresh(change('b'));
  await vi.advanceTimersByTimeAsync(50); // in the middle of the second question
  void blog.stop();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});
