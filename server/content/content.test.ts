import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
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
import { ContentUnavailableError } from './content-error.ts';
import { createContentfulSource } from './contentful/contentful-source.ts';
import type { ContentChange } from './follow-change.ts';
import type { ContentSource, EntryOrAsset, RawContent, ReadOptions } from './source.ts';

/** The fields of a post, as tests change them. */
interface PostFields {
  slug?: string;
  title?: string;
  publishedDate?: string;
}

/** A space in memory that records its calls and their times in milliseconds. */
class Space implements ContentSource {
  readonly id = 'space';
  entries: { id: string; fields: PostFields; revision: number }[] = [];
  fails = false;
  failure = new ContentUnavailableError('http', { status: 500 });
  readonly asked: [what: string, at: number][] = [];

  publish(id: string, changes: PostFields = {}): void {
    const publishedDate = `2025-01-01T00:00:${String(59 - this.entries.length).padStart(2, '0')}Z`;
    const before = this.entries.find((entry) => entry.id === id);
    const revision = (before?.revision ?? 0) + 1;
    const fields = { slug: id, title: id, publishedDate, ...before?.fields, ...changes };
    this.entries = [...this.entries.filter((other) => other.id !== id), { id, fields, revision }];
  }

  unpublish(id: string): void {
    this.entries = this.entries.filter((entry) => entry.id !== id);
  }

  /** Changes what a post shows without a new revision of it, as a change of its picture does. */
  changeWithin(id: string, changes: PostFields): void {
    this.entries = this.entries.map((entry) =>
      entry.id === id ? { ...entry, fields: { ...entry.fields, ...changes } } : entry,
    );
  }

  #ask(what: string): void {
    this.asked.push([what, Date.now()]);
    if (this.fails) throw this.failure;
  }

  async revisions() {
    this.#ask('revisions');
    return Object.fromEntries(this.entries.map(({ id, revision }) => [id, revision]));
  }

  async read(_options?: ReadOptions) {
    this.#ask('read');
    return toRaw(this.entries.map(toEntry));
  }

  async findPost(slug: string) {
    this.#ask(`post ${slug}`);
    const found = this.entries.find(({ fields }) => fields.slug === slug);
    return found ? toRaw([toEntry(found)]) : null;
  }

  async revisionOf(_type: string, id: string) {
    this.#ask(`entry ${id}`);
    return this.entries.find((entry) => entry.id === id)?.revision ?? null;
  }
}

function toEntry({ id, fields, revision }: Space['entries'][number]): EntryOrAsset {
  const contentType = { sys: { type: 'Link', linkType: 'ContentType', id: 'blogPost' } };
  return { sys: { id, type: 'Entry', contentType, revision }, fields: { ...fields } };
}

function toRaw(entries: EntryOrAsset[]): RawContent {
  const absent = { state: 'absent' } as const;
  const types = { page: absent, question: absent, testimonial: absent };
  return {
    types: { ...types, blogPost: { state: 'read', entries } },
    linked: [],
    tagNames: new Map(),
    issues: [],
  };
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
    return space.asked.map(([, at]) => Math.floor((at - first) / 1000));
  };
  return { space, blog, what, seconds };
}

const change = (id: string, revision: number | null = 2): ContentChange => ({
  kind: 'publish',
  type: 'Entry',
  id,
  revision,
});

test('the content refreshes without a visitor, a tenth sooner or later than the TTL', async () => {
  const { space, blog, seconds, what } = await openSpace(['a'], 60);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(what()).toEqual([]);
  space.publish('a', { title: 'Corrected' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(what()).toEqual(['revisions', 'read']);
  expect(blog.post('a')).toMatchObject({ result: { post: { title: 'Corrected' } } });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(seconds()).toEqual([0, 0, 60, 120]);
});

test('without a new revision the posts are read again every ten minutes', async () => {
  const { space, blog, what } = await openSpace(['a'], 60);
  space.changeWithin('a', { title: 'With another picture' });
  await vi.advanceTimersByTimeAsync(9.5 * 60_000);
  expect(new Set(what())).toEqual(new Set(['revisions']));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(what().at(-1)).toBe('read');
  expect(blog.post('a')).toMatchObject({ result: { post: { title: 'With another picture' } } });
});

test('a failed refresh changes only the pause, whose end is the next refresh', async () => {
  const { space, blog, what, seconds } = await openSpace();
  space.unpublish('a');
  space.fails = true;
  await blog.refresh();
  expect(blog.post('a')).toMatchObject({ result: { state: 'ready' } });
  await vi.advanceTimersByTimeAsync(700);
  expect(what()).toEqual(['revisions']);
  space.fails = false;
  await vi.advanceTimersByTimeAsync(400);
  expect(what()).toEqual(['revisions', 'revisions', 'read']);
  expect(blog.post('a')).toMatchObject({ result: { state: 'gone' } });
  expect(seconds()).toEqual([0, 0, 0]);
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
  expect(what()).toEqual(['revisions', 'read']);
});

test('a change that is never shown is asked for five times, and then all is read', async () => {
  const { blog, seconds, what } = await openSpace();
  void blog.followChange(change('a'));
  await vi.advanceTimersByTimeAsync(200_000);
  expect(what()).toEqual([...Array(5).fill('entry a'), 'read']);
  expect(seconds()).toEqual([0, 2, 5, 10, 20, 20]);
});

test.each([
  ['is shown already', change('a', 1), ['entry a', 'read']],
  ['names nothing', undefined, ['read']],
])('after a change that %s all is read once', async (_, notice, calls) => {
  const { blog, what } = await openSpace();
  await blog.followChange(notice);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(what()).toEqual(calls);
});

test.each(['unpublish', 'delete', 'archive'] as const)(
  'after %s all is read once the service does not show the post',
  async (kind) => {
    const { space, blog, what } = await openSpace();
    void blog.followChange({ ...change('a', null), kind });
    await vi.advanceTimersByTimeAsync(3000);
    space.unpublish('a');
    await vi.advanceTimersByTimeAsync(200_000);
    expect(what()).toEqual(['entry a', 'entry a', 'entry a', 'read']);
    expect(blog.post('a')).toMatchObject({ result: { state: 'gone' } });
  },
);

test('a change that the service shows late is on the site at the next look', async () => {
  const { space, blog, what } = await openSpace();
  void blog.followChange(change('a'));
  await vi.advanceTimersByTimeAsync(3000);
  space.publish('a', { title: 'Corrected' });
  await vi.advanceTimersByTimeAsync(2500);
  expect(blog.post('a')).toMatchObject({ result: { post: { title: 'Corrected' } } });
  await vi.advanceTimersByTimeAsync(100_000);
  expect(what()).toEqual(['entry a', 'entry a', 'entry a', 'read']);
});

test('changes that arrive during a refresh share the next one', async () => {
  const { blog, space, what } = await openSpace();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const read = space.read.bind(space);
  vi.spyOn(space, 'read').mockImplementationOnce(async () => {
    const raw = await read();
    await held;
    return raw;
  });
  const done = [change('a', 1), change('b', 1), change('c', 1)].map((each) =>
    blog.followChange(each),
  );
  await vi.advanceTimersByTimeAsync(100);
  release();
  await vi.advanceTimersByTimeAsync(100);
  await Promise.all(done);
  expect(what().filter((call) => call === 'read')).toHaveLength(2);
});

test('a change that cannot be fetched is retried until it can', async () => {
  const { space, blog } = await openSpace();
  space.publish('a', { title: 'Corrected' });
  space.fails = true;
  void blog.followChange(change('a'));
  await vi.advanceTimersByTimeAsync(100);
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
  await blog.followChange();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(what()).toEqual(['revisions']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(what()).toEqual(['revisions', 'read']);
  expect(seconds()).toEqual([0, 60]);
  expect(blog.post('a')).toMatchObject({ result: { post: { title: 'With another picture' } } });
});

test('in the pause after any other failure a change is fetched at once', async () => {
  const { space, blog, what } = await openSpace();
  space.fails = true;
  await blog.refresh();
  space.fails = false;
  await blog.followChange(change('a', 1));
  expect(what()).toEqual(['revisions', 'entry a', 'read']);
});

test('a change without a revision is not lost in an outage that outlasts its reads', async () => {
  const { space, blog } = await openSpace();
  space.changeWithin('a', { title: 'With another picture' });
  space.fails = true;
  await blog.followChange();
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
  expect(what()).toEqual(['revisions']);
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
  const parts = { source, ttlSeconds: 60, database: null, log, metrics };
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
