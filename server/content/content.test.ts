import { readFile } from 'node:fs/promises';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Post } from '../../shared/blog/post.ts';
import { makePosts, startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import {
  controlled,
  countLoadedPosts,
  openBlog,
  startLoadedBlog,
} from '../../test/support/blog.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';
import { createMetrics } from '../ops/metrics.ts';
import { Content } from './content.ts';
import {
  type ContentSource,
  ContentUnavailableError,
  type PostListPage,
} from './contentful/content-source.ts';
import { createContentfulSource } from './contentful/contentful-source.ts';
import type { ContentChange } from './follow-change.ts';

/** A space in memory that records its calls and their times in milliseconds. */
class Space implements ContentSource {
  readonly id = 'space';
  entries: { post: Post; revision: number }[] = [];
  fails = false;
  failure = new ContentUnavailableError('http', { status: 500 });
  readonly asked: [what: string, at: number][] = [];

  publish(id: string, changes: Partial<Post> = {}): void {
    const publishedDate = `2025-01-01T00:00:${String(59 - this.entries.length).padStart(2, '0')}Z`;
    const before = this.entries.find(({ post }) => post.id === id);
    const revision = (before?.revision ?? 0) + 1;
    const plain = { excerpt: null, image: null, author: null, content: null };
    const own = { id, slug: id, title: id, publishedDate, updatedAt: '' };
    const post = { ...plain, ...own, ...before?.post, ...changes };
    this.entries = [...this.entries.filter((other) => other.post.id !== id), { post, revision }];
  }

  unpublish(id: string): void {
    this.entries = this.entries.filter(({ post }) => post.id !== id);
  }

  /** Changes what a post shows without a new revision of it, as a change of its picture does. */
  changeWithin(id: string, changes: Partial<Post>): void {
    this.entries = this.entries.map((entry) =>
      entry.post.id === id ? { ...entry, post: { ...entry.post, ...changes } } : entry,
    );
  }

  #ask(what: string): void {
    this.asked.push([what, Date.now()]);
    if (this.fails) throw this.failure;
  }

  #revisionsOf(entries: Space['entries']): PostListPage['revisions'] {
    return Object.fromEntries(entries.map(({ post, revision }) => [post.id, revision]));
  }

  async revisions() {
    this.#ask('catalogue');
    return this.#revisionsOf(this.entries);
  }

  async listExtras() {
    return null;
  }

  async listPosts(skip: number, limit: number) {
    this.#ask(`list ${skip}`);
    const page = this.entries.slice(skip, skip + limit);
    return {
      posts: page.map(({ post }) => post),
      rejected: [],
      revisions: this.#revisionsOf(page),
      total: this.entries.length,
    };
  }

  async findPost(slug: string) {
    this.#ask(`post ${slug}`);
    return this.entries.find(({ post }) => post.slug === slug)?.post ?? null;
  }
}

/**
 * Opens a blog over a space that has read its posts, with fake timers. `what` records later calls.
 */
async function openSpace(ids: string[] = ['a', 'b', 'c'], ttlSeconds = 86_400) {
  vi.useFakeTimers();
  const space = new Space();
  for (const id of ids) space.publish(id);
  const content = new Content({
    source: space,
    ttlSeconds,
    callsPerSecond: 1e6,
    database: null,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    random: () => 0.5,
    now: () => Date.now(),
  });
  const blog = controlled(content);
  onTestFinished(async () => {
    await blog.stop();
    vi.useRealTimers();
  });
  blog.start();
  await vi.advanceTimersByTimeAsync(100);
  space.asked.length = 0;
  const what = () => space.asked.map(([call]) => call);
  const seconds = () => {
    const [[, first] = ['', 0]] = space.asked;
    const catalogues = space.asked.filter(([call]) => call === 'catalogue');
    return catalogues.map(([, at]) => Math.floor((at - first) / 1000));
  };
  return { space, blog, what, seconds };
}

const change = (id: string, revision: number | null = 2): ContentChange => ({
  kind: 'publish',
  id,
  hasRevision: true,
  revision,
});

/** A change of an asset. */
const ofPicture: ContentChange = {
  kind: 'publish',
  id: 'picture',
  hasRevision: false,
  revision: 2,
};

test('the content refreshes without a visitor, a tenth sooner or later than the TTL', async () => {
  const { space, blog, seconds, what } = await openSpace(['a'], 60);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(what()).toEqual([]);
  space.publish('a', { title: 'Corrected' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(what()).toEqual(['catalogue', 'list 0']);
  expect(blog.post('a')).toMatchObject({ result: { post: { title: 'Corrected' } } });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(seconds()).toEqual([0, 60, 120]);
});

test('without a new revision the posts are read again every ten minutes', async () => {
  const { space, blog, what } = await openSpace(['a'], 60);
  space.changeWithin('a', { title: 'With another picture' });
  await vi.advanceTimersByTimeAsync(9.5 * 60_000);
  expect(new Set(what())).toEqual(new Set(['catalogue']));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(what().slice(-2)).toEqual(['catalogue', 'list 0']);
  expect(blog.post('a')).toMatchObject({ result: { post: { title: 'With another picture' } } });
});

test('a failed refresh changes only the pause, whose end is the next refresh', async () => {
  const { space, blog, what, seconds } = await openSpace();
  space.unpublish('a');
  space.fails = true;
  await blog.refresh();
  expect(blog.post('a')).toMatchObject({ result: { state: 'ready' } });
  await vi.advanceTimersByTimeAsync(700);
  expect(what()).toEqual(['catalogue']);
  space.fails = false;
  await vi.advanceTimersByTimeAsync(400);
  expect(what()).toEqual(['catalogue', 'catalogue', 'list 0']);
  expect(blog.post('a')).toMatchObject({ result: { state: 'gone' } });
  expect(seconds()).toEqual([0, 0]);
});

test('a list that is too large for the service comes in parts', async () => {
  const { space, blog, what } = await openSpace(Array.from({ length: 25 }, (_, at) => `p${at}`));
  const list = space.listPosts.bind(space);
  vi.spyOn(space, 'listPosts').mockImplementation(async (skip, limit) => {
    const page = await list(skip, limit);
    if (limit <= 5) return page;
    const details = '"Response size too big. Maximum allowed response size: 7340032B."';
    throw new ContentUnavailableError('setup', { status: 400, details });
  });
  space.publish('p3', { title: 'Corrected' });
  await blog.refresh();
  expect(blog.post('p3')).toMatchObject({ result: { post: { title: 'Corrected' } } });
  expect(blog.known()).toHaveLength(25);
  expect(what().length).toBeLessThan(20);
});

test('a post appears when its date comes, without another read', async () => {
  const { space, blog, what } = await openSpace();
  const publishedDate = new Date(Date.now() + 10_000).toISOString();
  space.publish('d', { publishedDate });
  await blog.refresh();
  expect(blog.post('d')).toMatchObject({ result: { state: 'missing' } });
  const before = blog.listVersion(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(blog.post('d')).toMatchObject({ result: { state: 'ready' } });
  expect(blog.list(1)).toMatchObject({ result: { posts: { 0: { id: 'd' } } } });
  expect(blog.listVersion(1)).not.toBe(before);
  expect(what()).toEqual(['catalogue', 'list 0']);
});

test.each([
  ['is never shown', change('a'), [0, 2, 5, 10, 20]],
  ['nobody can tell to be shown', ofPicture, [0, 2, 5, 10, 20]],
  ['names nothing', undefined, [0, 2, 5, 10, 20]],
  ['is shown already', change('a', 1), [0]],
])('a change that %s is fetched at once and after these seconds', async (_, notice, at) => {
  const { blog, seconds } = await openSpace();
  void blog.followChange(notice);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(seconds()).toEqual(at);
});

test.each(['unpublish', 'delete', 'archive'] as const)(
  'after %s the service is not polled again once the post is gone',
  async (kind) => {
    const { space, blog, seconds } = await openSpace();
    void blog.followChange({ kind, id: 'a', hasRevision: true, revision: null });
    await vi.advanceTimersByTimeAsync(3000);
    space.unpublish('a');
    await vi.advanceTimersByTimeAsync(200_000);
    expect(seconds()).toEqual([0, 2, 5]);
    expect(blog.post('a')).toMatchObject({ result: { state: 'gone' } });
  },
);

test('a change that the service shows late is on the site at the next poll', async () => {
  const { space, blog, seconds } = await openSpace();
  void blog.followChange(change('a'));
  await vi.advanceTimersByTimeAsync(3000);
  space.publish('a', { title: 'Corrected' });
  await vi.advanceTimersByTimeAsync(2500);
  expect(blog.post('a')).toMatchObject({ result: { post: { title: 'Corrected' } } });
  await vi.advanceTimersByTimeAsync(100_000);
  expect(seconds()).toEqual([0, 2, 5]);
});

test('changes that arrive during a refresh share the next one', async () => {
  const { blog, space, what } = await openSpace();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const ask = space.revisions.bind(space);
  vi.spyOn(space, 'revisions').mockImplementationOnce(async () => {
    const answer = await ask();
    await held;
    return answer;
  });
  const done = [change('a', 1), change('b', 1), change('c', 1)].map((each) =>
    blog.followChange(each),
  );
  await vi.advanceTimersByTimeAsync(100);
  release();
  await vi.advanceTimersByTimeAsync(100);
  await Promise.all(done);
  expect(what().filter((call) => call === 'catalogue')).toHaveLength(2);
});

test('a change that cannot be fetched is retried until it can', async () => {
  const { space, blog } = await openSpace();
  space.publish('a', { title: 'Corrected' });
  space.fails = true;
  await blog.followChange(change('a'));
  space.fails = false;
  await vi.advanceTimersByTimeAsync(2100);
  expect(blog.post('a')).toMatchObject({ result: { post: { title: 'Corrected' } } });
});

test('in a pause that the service asks for, a change waits for its end', async () => {
  const { space, blog, what, seconds } = await openSpace();
  space.failure = new ContentUnavailableError('rate_limited', { retryAfterSeconds: 60 });
  space.fails = true;
  await blog.refresh();
  space.fails = false;
  space.changeWithin('a', { title: 'With another picture' });
  await blog.followChange(ofPicture);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(what()).toEqual(['catalogue']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(what()).toEqual(['catalogue', 'catalogue', 'list 0']);
  expect(seconds()).toEqual([0, 60]);
  expect(blog.post('a')).toMatchObject({ result: { post: { title: 'With another picture' } } });
});

test('in the pause after any other failure a change is fetched at once', async () => {
  const { space, blog, what } = await openSpace();
  space.fails = true;
  await blog.refresh();
  space.fails = false;
  await blog.followChange(change('a', 1));
  expect(what()).toEqual(['catalogue', 'catalogue', 'list 0']);
});

test('a change without a revision is not lost in an outage that outlasts its reads', async () => {
  const { space, blog } = await openSpace();
  space.changeWithin('a', { title: 'With another picture' });
  space.fails = true;
  await blog.followChange(ofPicture);
  await vi.advanceTimersByTimeAsync(60_000);
  space.fails = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(blog.post('a')).toMatchObject({ result: { post: { title: 'With another picture' } } });
});

test('a read that waits for another does not begin after the stop', async () => {
  const { blog, space, what } = await openSpace();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const ask = space.revisions.bind(space);
  vi.spyOn(space, 'revisions').mockImplementationOnce(() => held.then(ask));
  void blog.refresh();
  void blog.followChange();
  const stopped = blog.stop();
  release();
  await stopped;
  expect(what()).toEqual(['catalogue']);
});

test('a stopped loop makes no call', async () => {
  const { blog, what } = await openSpace(['a'], 1);
  void blog.followChange(change('a'));
  await vi.advanceTimersByTimeAsync(100);
  const { length } = what();
  await blog.stop();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(what()).toHaveLength(length);
});

test('a loop that was not started registers nothing', async () => {
  const metrics = createMetrics();
  const service = await startContentfulStandIn();
  const source = createContentfulSource(service.settings);
  const log = pino({ level: 'silent' });
  const parts = { source, ttlSeconds: 60, callsPerSecond: 55, database: null, log, metrics };
  const blog = controlled(new Content(parts));
  expect(metrics.collectors.contentAge).toBeUndefined();
  blog.start();
  onTestFinished(() => blog.stop());
  expect(metrics.collectors.contentAge).toBeDefined();
});

test('a post published while the site was down is shown after a restart', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = makePosts(130);
  const first = await startLoadedBlog(service, { dataDir });
  await first.blog.stop();
  service.edit('post-70', { title: 'Corrected' });
  const again = await startLoadedBlog(service, { dataDir });
  await expect
    .poll(() => again.blog.post('post-70'))
    .toMatchObject({ result: { post: { title: 'Corrected' } } });
  expect(countLoadedPosts(again.blog)).toBe(130);
});

test('before the first read the list and a post make a call of their own', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(45);
  const { blog } = openBlog(service);
  const release = service.holdLists(20);
  const [list, post] = await Promise.all([blog.list(1), blog.post('post-40')]);
  expect(list).toMatchObject({ result: { state: 'ready', posts: { length: 20 }, pageCount: 3 } });
  expect(post).toMatchObject({ result: { state: 'ready', post: { title: 'Post 40' } } });
  expect([blog.listVersion(1), blog.postVersion('post-40'), blog.isMissing('x')]).toEqual([
    null,
    null,
    false,
  ]);
  await expect.poll(() => service.listCalls.length).toBe(3);
  expect(service.postCalls.length).toBe(1);
  release();
  expect(await blog.list(3)).toMatchObject({ result: { state: 'ready', posts: { length: 5 } } });
  expect(blog.listVersion(1)).not.toBeNull();
});

test('before the first read any number of addresses make at most ten calls', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(45);
  const { blog } = openBlog(service);
  const release = service.holdLists(0);
  const lookups = Array.from({ length: 500 }, (_, at) => blog.post(`random-${at}`));
  await expect.poll(() => service.postCalls.length).toBe(10);
  release();
  const states = (await Promise.all(lookups)).map(({ result }) => result.state);
  expect(new Set(states)).toEqual(new Set(['missing']));
  expect(service.postCalls.length).toBe(10);
});

test('an outage ends a start, and its end begins it again', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(80);
  const { blog, clock, lines } = openBlog(service, { random: () => 0 });
  const release = service.holdLists(20);
  blog.start();
  await expect.poll(() => service.listCalls.length).toBe(4);
  service.behaviour = 'broken';
  release();
  await expect.poll(() => lines.length).toBe(1);
  service.behaviour = 'proper';
  clock.forward(1);
  await expect.poll(() => countLoadedPosts(blog), { timeout: 20_000 }).toBe(80);
});

/** Reads the calls of docs/content-model.md, by the number of posts. */
async function documented(): Promise<[posts: number, start: number, hour: number][]> {
  const rows = (await readFile('docs/content-model.md', 'utf8')).matchAll(
    /^\| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$/gm,
  );
  const numberOf = (text = '') => Number(text.replace(',', ''));
  return [...rows].map(([, posts, start, hour]) => [posts, start, hour].map(numberOf) as never);
}

test('the service is called as often as docs/content-model.md says', async () => {
  const rows = await documented();
  expect(rows.map(([posts]) => posts)).toEqual([20, 200, 2000]);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  for (const [posts, start, hour] of rows) {
    const space = new Space();
    const post = { excerpt: null, image: null, author: null, content: null, updatedAt: '' };
    space.entries = Array.from({ length: posts }, (_, at) => {
      const own = { id: `${at}`, slug: `${at}`, title: `${at}`, publishedDate: '2025-01-01' };
      return { post: { ...post, ...own }, revision: 1 };
    });
    /** A call lists the revisions of a thousand. */
    const calls = () =>
      space.asked.reduce(
        (sum, [what]) => sum + (what === 'catalogue' ? Math.ceil(posts / 1000) : 1),
        0,
      );
    const parts = { source: space, ttlSeconds: 60, callsPerSecond: 55, database: null };
    const content = new Content({
      ...{ ...parts, log: pino({ level: 'silent' }), metrics: createMetrics() },
      ...{ random: () => 0.5, now: () => Date.now() },
    });
    content.start();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(calls(), `${posts} posts at the start`).toBe(start);
    space.asked.length = 0;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(calls(), `${posts} posts in an hour`).toBe(hour);
    await content.stop();
  }
});

/** The service's limit of calls per second for a space. */
const LIMIT = 55;

test('a hundred replicas started together refresh within the rate limit of the service', async () => {
  const service = await startContentfulStandIn();
  const real = createContentfulSource(service.settings);
  const [revisions, list] = [await real.revisions(), await real.listPosts(0, 20)];
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
  onTestFinished(() => void vi.useRealTimers());
  const calls: number[] = [];
  const answer = async <T>(content: T) => {
    calls.push(performance.now());
    return content;
  };
  const source: ContentSource = {
    id: real.id,
    revisions: () => answer(revisions),
    listExtras: async () => null,
    listPosts: () => answer(list),
    findPost: () => answer(null),
  };
  const log = pino({ level: 'silent' });
  for (let number = 0; number < 100; number += 1) {
    const content = new Content({
      ...{ source, ttlSeconds: 60, callsPerSecond: LIMIT, database: null, log },
      metrics: createMetrics(),
    });
    onTestFinished(() => content.stop());
    content.start();
  }
  await vi.advanceTimersByTimeAsync(30_000);
  calls.length = 0;
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(calls.length).toBeGreaterThan(100 * 4);
  const inASecondFrom = (start: number) =>
    calls.filter((at) => at >= start && at < start + 1000).length;
  expect(Math.max(...calls.map(inASecondFrom))).toBeLessThan(LIMIT);
});
