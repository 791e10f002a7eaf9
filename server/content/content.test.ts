import { readFile } from 'node:fs/promises';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { openBlog, openFilledBlog, readPosts } from '../../test/support/blog.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';
import { createContentfulSource } from '../content/contentful/contentful.ts';
import {
  type BlogSource,
  type CatalogueEntry,
  ContentUnavailable,
} from '../content/contentful/source.ts';
import { createMetrics } from '../ops/metrics.ts';
import { createBlogService } from './blog-service.ts';
import type { ContentChange } from './renewal.ts';

/** A space in memory: what it lists, and what it has under a slug, which may be of another age. */
class Space implements BlogSource {
  readonly id = 'space';
  listed: CatalogueEntry[] = [];
  had: CatalogueEntry[] = [];
  fails = false;
  /** What was asked, with the milliseconds. */
  readonly asked: [what: string, at: number][] = [];

  publish(id: string, changes: Partial<CatalogueEntry> = {}): void {
    const publishedDate = `2025-01-01T00:00:${String(59 - this.listed.length).padStart(2, '0')}Z`;
    const before = this.listed.find((entry) => entry.id === id);
    const revision = (before?.revision ?? 0) + 1;
    const plain = { id, slug: id, title: id, publishedDate, updatedAt: '', tags: [], fault: null };
    const entry = { ...plain, ...before, revision, ...changes };
    this.listed = [...this.listed.filter((other) => other.id !== id), entry];
    this.had = this.listed;
  }

  unpublish(id: string): void {
    this.listed = this.listed.filter((entry) => entry.id !== id);
    this.had = this.listed;
  }

  #ask(what: string): void {
    this.asked.push([what, Date.now()]);
    if (this.fails) throw new ContentUnavailable('http', { status: 500 });
  }

  #fetched({ fault: _, revision, ...entry }: CatalogueEntry) {
    const post = { ...entry, excerpt: null, image: null, author: null, content: null };
    return { post, revision, links: entry.tags };
  }

  async catalogue() {
    this.#ask('catalogue');
    return structuredClone(this.listed);
  }

  async list(skip: number, limit: number) {
    this.#ask(`list ${skip}`);
    return this.had.slice(skip, skip + limit).map((entry) => this.#fetched(entry));
  }

  async post(slug: string, id?: string) {
    this.#ask(`post ${slug}${id ? ` ${id}` : ''}`);
    const own = this.had.find((each) => each.slug === slug && (id ?? each.id) === each.id);
    return own ? this.#fetched(own) : null;
  }
}

/** A blog over such a space that has read its posts, with fake timers; `what` it asks from then on. */
async function openSpace(ids: string[] = ['a', 'b', 'c'], ttlSeconds = 86_400) {
  vi.useFakeTimers();
  const space = new Space();
  for (const id of ids) space.publish(id);
  const blog = createBlogService({
    source: space,
    ttlSeconds,
    callsPerSecond: 1e6,
    database: null,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    random: () => 0.5,
    now: () => Date.now(),
  });
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
  isPost: true,
  revision,
});

/** Of an asset. */
const ofPicture: ContentChange = { kind: 'publish', id: 'picture', isPost: false, revision: 2 };

test('without a visitor the blog renews itself, a tenth sooner or later', async () => {
  const { space, blog, seconds, what } = await openSpace(['a'], 60);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(what()).toEqual([]);
  space.publish('a', { title: 'Corrected' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(what()).toEqual(['catalogue', 'post a']);
  expect(blog.post('a')).toMatchObject({ result: { post: { title: 'Corrected' } } });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(seconds()).toEqual([0, 60, 120]);
});

test('a post that somebody has seen is fetched again at the next renewal, and no other', async () => {
  const { space, blog, what } = await openSpace();
  space.had = space.had.map((entry) => ({ ...entry, title: 'With another picture' }));
  blog.postVersion('b');
  await blog.renew();
  expect(what()).toEqual(['catalogue', 'post b']);
  expect(blog.post('b')).toMatchObject({ result: { post: { title: 'With another picture' } } });
  await blog.renew();
  await blog.renew();
  expect(what()).toEqual(['catalogue', 'post b', 'catalogue', 'post b', 'catalogue']);
});

test('neighbours are fetched with one call, others each by its slug', async () => {
  const ids = Array.from({ length: 50 }, (_, at) => `p${at}`);
  const { space, blog, what } = await openSpace(ids);
  space.listed = space.listed.map((entry, at) =>
    [3, 4, 45].includes(at) ? { ...entry, revision: 2 } : entry,
  );
  space.had = space.listed;
  await blog.renew();
  expect(what()).toEqual(['catalogue', 'list 0', 'post p45']);
});

test('a renewal that fails changes nothing but the pause, whose end is the next renewal', async () => {
  const { space, blog, what, seconds } = await openSpace();
  space.unpublish('a');
  space.fails = true;
  await blog.renew();
  expect(blog.post('a')).toMatchObject({ result: { state: 'ready' } });
  await vi.advanceTimersByTimeAsync(700);
  expect(what()).toEqual(['catalogue']);
  space.fails = false;
  await vi.advanceTimersByTimeAsync(400);
  expect(what()).toEqual(['catalogue', 'catalogue']);
  expect(blog.post('a')).toMatchObject({ result: { state: 'gone' } });
  expect(seconds()).toEqual([0, 0]);
});

test('a list that the service will not give is made up of its posts the next time', async () => {
  const { space, blog, what } = await openSpace(['a', 'b', 'c']);
  vi.spyOn(space, 'list').mockRejectedValueOnce(new ContentUnavailable('setup', { status: 400 }));
  space.publish('a', { title: 'A2' });
  space.publish('b', { title: 'B2' });
  await blog.renew();
  expect(blog.post('a')).toMatchObject({ result: { post: { title: 'a' } } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(what().toSorted()).toEqual(['catalogue', 'catalogue', 'post a', 'post b']);
  expect(blog.post('b')).toMatchObject({ result: { post: { title: 'B2' } } });
});

test('a post that the service lists and does not have: its list is asked again, once, before that is said', async () => {
  const { space, blog, what } = await openSpace();
  space.publish('d');
  space.had = space.had.filter(({ id }) => id !== 'd');
  await blog.renew();
  const lookups = await Promise.all(Array.from({ length: 50 }, () => blog.post('d')));
  for (const lookup of lookups) expect(lookup).toMatchObject({ result: { state: 'gone' } });
  expect(what().filter((call) => call === 'catalogue')).toHaveLength(2);
  expect(blog.known().map(({ id }) => id)).not.toContain('d');
  space.had = space.listed;
  await blog.renew();
  expect(blog.post('d')).toMatchObject({ result: { state: 'ready' } });
});

test('a post that moved since it was listed has moved as soon as somebody asks for it', async () => {
  const { space, blog } = await openSpace();
  space.publish('d');
  space.fails = true;
  const { listed } = space;
  vi.spyOn(space, 'catalogue').mockResolvedValueOnce(listed);
  await blog.renew(); // it is listed, and could not be fetched
  space.fails = false;
  space.publish('d', { slug: 'renamed' });
  await vi.advanceTimersByTimeAsync(750);
  expect(await blog.post('d')).toMatchObject({ result: { state: 'moved', slug: 'renamed' } });
});

test('a post whose slug another has that is dated ahead is fetched by its id', async () => {
  const { space, blog, what } = await openSpace(['a']);
  const ahead = { slug: 'a', publishedDate: '2999-01-01T00:00:00Z' };
  space.publish('ahead', ahead);
  space.listed.reverse();
  await blog.renew();
  space.listed = space.listed.map((entry) =>
    entry.id === 'a' ? { ...entry, revision: 2, title: 'Corrected' } : entry,
  );
  space.had = space.listed;
  await blog.renew();
  expect(what()).toContain('post a a');
  expect(blog.post('a')).toMatchObject({ result: { post: { id: 'a', title: 'Corrected' } } });
});

test('a post appears by itself when its date comes, and was there before', async () => {
  const { space, blog, what } = await openSpace();
  const publishedDate = new Date(Date.now() + 10_000).toISOString();
  space.publish('d', { publishedDate });
  await blog.renew();
  expect(blog.post('d')).toMatchObject({ result: { state: 'missing' } });
  const before = blog.listVersion(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(blog.post('d')).toMatchObject({ result: { state: 'ready' } });
  expect(blog.list(1)).toMatchObject({ result: { posts: { 0: { id: 'd' } } } });
  expect(blog.listVersion(1)).not.toBe(before);
  expect(what()).toEqual(['catalogue', 'post d']);
});

test.each([
  ['is never shown', change('a'), [0, 2, 5, 10, 20]],
  ['nobody can tell to be shown', ofPicture, [0, 2, 5, 10, 20]],
  ['names nothing', undefined, [0, 2, 5, 10, 20]],
  ['is shown already', change('a', 1), [0]],
])('a change that %s is asked for at once and after these seconds', async (_, notice, at) => {
  const { blog, seconds } = await openSpace();
  void blog.refresh(notice);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(seconds()).toEqual(at);
});

test.each(['unpublish', 'delete', 'archive'] as const)(
  'after %s the service is not asked again once the post is gone',
  async (kind) => {
    const { space, blog, seconds } = await openSpace();
    void blog.refresh({ kind, id: 'a', isPost: true, revision: null });
    await vi.advanceTimersByTimeAsync(3000);
    space.unpublish('a');
    await vi.advanceTimersByTimeAsync(200_000);
    expect(seconds()).toEqual([0, 2, 5]);
    expect(blog.post('a')).toMatchObject({ result: { state: 'gone' } });
  },
);

test('a change that the service shows later is on the site as soon as it is asked then', async () => {
  const { space, blog, seconds } = await openSpace();
  void blog.refresh(change('a'));
  await vi.advanceTimersByTimeAsync(3000);
  space.publish('a', { title: 'Corrected' });
  await vi.advanceTimersByTimeAsync(2500);
  expect(blog.post('a')).toMatchObject({ result: { post: { title: 'Corrected' } } });
  await vi.advanceTimersByTimeAsync(100_000);
  expect(seconds()).toEqual([0, 2, 5]);
});

test('changes that arrive while the service is asked share the next question', async () => {
  const { blog, space, what } = await openSpace();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const ask = space.catalogue.bind(space);
  vi.spyOn(space, 'catalogue').mockImplementationOnce(async () => {
    const answer = await ask();
    await held;
    return answer;
  });
  const done = [change('a', 1), change('b', 1), change('c', 1)].map((each) => blog.refresh(each));
  await vi.advanceTimersByTimeAsync(100);
  release();
  await vi.advanceTimersByTimeAsync(100);
  await Promise.all(done);
  expect(what().filter((call) => call === 'catalogue')).toHaveLength(2);
});

test('a change that cannot be fetched is followed until it can', async () => {
  const { space, blog } = await openSpace();
  space.publish('a', { title: 'Corrected' });
  space.fails = true;
  await blog.refresh(change('a'));
  space.fails = false;
  await vi.advanceTimersByTimeAsync(2100);
  expect(blog.post('a')).toMatchObject({ result: { post: { title: 'Corrected' } } });
});

test('once it is stopped nothing is asked any more', async () => {
  const { blog, what } = await openSpace(['a'], 1);
  void blog.refresh(change('a'));
  await vi.advanceTimersByTimeAsync(100);
  const { length } = what();
  await blog.stop();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(what()).toHaveLength(length);
});

test('until it is started nothing is registered', async () => {
  const metrics = createMetrics();
  const service = await startContentfulStandIn();
  const source = createContentfulSource(service.settings);
  const log = pino({ level: 'silent' });
  const parts = { source, ttlSeconds: 60, callsPerSecond: 55, database: null, log, metrics };
  const blog = createBlogService(parts);
  expect(metrics.collectors.contentAge).toBeUndefined();
  blog.start();
  onTestFinished(() => blog.stop());
  expect(metrics.collectors.contentAge).toBeDefined();
});

test('a restart fetches the newest posts and what has changed since', async () => {
  const dataDir = temporaryFolder();
  const service = await startContentfulStandIn();
  service.entries = somePosts(130);
  const first = await openFilledBlog(service, { dataDir });
  await first.blog.stop();
  service.edit('post-70', { title: 'Corrected' });
  const { length } = service.calls;
  const again = await openFilledBlog(service, { dataDir });
  await expect
    .poll(() => again.blog.post('post-70'))
    .toMatchObject({ result: { post: { title: 'Corrected' } } });
  const since = service.calls.slice(length).map(({ query }) => query['fields.slug'] ?? query.skip);
  expect(since.toSorted()).toEqual(['0', '0', 'post-70']);
  expect(readPosts(again.blog)).toBe(130);
});

test('an outage in the middle of a start ends it, and its end begins it again', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(80);
  const release = service.hold();
  const { blog, clock } = openBlog(service, { random: () => 0, callsPerSecond: 2 });
  blog.start();
  await expect.poll(() => service.calls.length).toBe(2);
  const releaseRest = service.hold();
  release();
  await expect.poll(() => readPosts(blog)).toBe(20);
  service.behaviour = 'broken';
  releaseRest();
  await expect.poll(() => blog.retryAfterSeconds()).toBe(1);
  service.behaviour = 'proper';
  clock.forward(1);
  await expect.poll(() => readPosts(blog), { timeout: 20_000 }).toBe(80);
});

/** The calls a minute of docs/content-model.md, by how many posts there are. */
async function documented(): Promise<[posts: number, calls: number][]> {
  const rows = (await readFile('docs/content-model.md', 'utf8')).matchAll(
    /^\| ([\d,]+) \| [\d,]+ \| (\d+) \|$/gm,
  );
  return [...rows].map(([, posts = '', calls]) => [Number(posts.replace(',', '')), Number(calls)]);
}

test('the service is called as often in a minute as editors are told', async () => {
  const rows = await documented();
  expect(rows.map(([posts]) => posts)).toEqual([50, 1000, 10_000]);
  for (const [posts, calls] of rows) {
    const service = await startContentfulStandIn();
    service.entries = somePosts(posts);
    await createContentfulSource(service.settings).catalogue();
    // And one for the newest posts, which somebody reads every minute.
    expect(service.calls.length + 1, `${posts} posts`).toBe(calls);
  }
});

/** Calls that Contentful takes of a space in any second. */
const LIMIT = 55;

test('a hundred replicas that were started together renew their blogs below the limit of the service', async () => {
  const service = await startContentfulStandIn();
  const real = createContentfulSource(service.settings);
  const [catalogue, list] = [await real.catalogue(), await real.list(0, 20)];
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
  onTestFinished(() => void vi.useRealTimers());
  const calls: number[] = [];
  const answer = async <T>(content: T) => {
    calls.push(performance.now());
    return content;
  };
  const source: BlogSource = {
    id: real.id,
    catalogue: () => answer(catalogue),
    list: () => answer(list),
    post: () => answer(null),
  };
  const log = pino({ level: 'silent' });
  for (let number = 0; number < 100; number += 1) {
    const blog = createBlogService({
      ...{ source, ttlSeconds: 60, callsPerSecond: LIMIT, database: null, log },
      metrics: createMetrics(),
    });
    onTestFinished(() => blog.stop());
    blog.start();
  }
  await vi.advanceTimersByTimeAsync(30_000);
  calls.length = 0;
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(calls.length).toBeGreaterThan(100 * 4);
  const inASecondFrom = (start: number) =>
    calls.filter((at) => at >= start && at < start + 1000).length;
  expect(Math.max(...calls.map(inASecondFrom))).toBeLessThan(LIMIT);
});
