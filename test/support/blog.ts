import { expect, onTestFinished } from 'vitest';
import { Content, type ContentDeps } from '../../server/content/content.ts';
import { createContentfulSource } from '../../server/content/contentful/contentful-source.ts';
import type { Address, Lookup } from '../../server/content/lookup.ts';
import { type Database, openDatabase } from '../../server/database/database.ts';
import { createLogger } from '../../server/ops/log.ts';
import { createMetrics } from '../../server/ops/metrics.ts';
import type { ContentPageResult, PostList, PostResult } from '../../shared/blog/blog-client.ts';
import type { FakeContentful } from '../fakes/contentful-stand-in.ts';

/** A clock that a test moves by hand; it starts at an arbitrary moment, 1 January 2030. */
class FakeClock {
  #now = 5_000_000;
  readonly now = () => this.#now;
  #wallOffset = Date.UTC(2030, 0, 1) - 5_000_000;
  readonly wallClock = () => this.#now + this.#wallOffset;

  forward(seconds: number): void {
    this.#now += seconds * 1000;
  }

  /** Sets day and hour, as when a machine learns the time; the process goes on counting. */
  setBack(seconds: number): void {
    this.#wallOffset -= seconds * 1000;
  }
}

/** The blog with what starts, refreshes and stops its content. */
export type TestBlogService = ReturnType<typeof controlled>;

/** The content that a visitor is shown at an address, with its version. */
interface Result<Shown> {
  result: Extract<Shown, { state: 'ready' }> | Exclude<Lookup, { state: 'ready' }>;
  version: string;
}

function toResult<Shown>(found: Lookup): Result<Shown> {
  if (found.state === 'ready') return { result: found.show() as never, version: found.version };
  return { result: found, version: found.state };
}

/** Content with short names for what tests look at and do. */
export function controlled(content: Content) {
  const lookup = <Shown>(address: Address): Result<Shown> | Promise<Result<Shown>> => {
    const found = content.lookup(address);
    return found instanceof Promise ? found.then(toResult<Shown>) : toResult<Shown>(found);
  };
  const versionOf = (address: Address) => {
    const found = content.peek(address);
    return found?.state === 'ready' ? found.version : null;
  };
  return {
    start: () => content.start(),
    stop: () => content.stop(),
    list: (page: number, tag?: string) => lookup<PostList>({ kind: 'list', page, tag }),
    post: (slug: string) => lookup<PostResult>({ kind: 'post', slug }),
    page: (slug: string) => lookup<ContentPageResult>({ kind: 'page', slug }),
    listVersion: (page: number, tag?: string) => versionOf({ kind: 'list', page, tag }),
    postVersion: (slug: string) => versionOf({ kind: 'post', slug }),
    isMissing: (slug: string) => content.peek({ kind: 'post', slug })?.state === 'missing',
    known: () => content.snapshot.blog.posts,
    tagPaths: () => content.snapshot.blog.tagPaths(),
    search: (text: string) => content.snapshot.blog.search(text),
    isSearched: () => content.snapshot.blog.hasSearch,
    isLoaded: () => content.isLoaded,
    catalogued: () => content.whenLoaded(),
    retryAfterSeconds: () => content.retryAfterSeconds(),
    followChange: (...change: Parameters<Content['followChange']>) =>
      content.followChange(...change),
    /** Refreshes as the clock does every `ttlSeconds`. */
    refresh: () => content.refresh(),
    whenRestored: async () => void (await content.pendingFirstRead()),
    /** Takes in what other replicas know, as happens every second where there may be some. */
    look: () => content.pollReplicas(),
  };
}

interface TestBlog {
  blog: TestBlogService;
  content: Content;
  clock: FakeClock;
  /** The log as JSON lines. */
  lines: string[];
  metrics: ReturnType<typeof createMetrics>;
}

/** A blog over the stand-in, not started; it is stopped after the test. */
export function openBlog(
  service: FakeContentful,
  {
    ttlSeconds = 60,
    dataDir,
    random = () => 0.5,
    deadlineMs = 30_000,
    setBack = 0,
    away: outage = { is: false },
  }: Partial<Pick<ContentDeps, 'ttlSeconds' | 'random'>> & {
    /** The folder of a last copy. */
    dataDir?: string;
    /** Deadline of a call to the service, in milliseconds. */
    deadlineMs?: number;
    /** Seconds by which the wall clock is slow. */
    setBack?: number;
    /** Makes the database of the last copy fail while `is` is true. */
    away?: { is: boolean };
  } = {},
): TestBlog {
  const clock = new FakeClock();
  clock.setBack(setBack);
  const lines: string[] = [];
  const log = createLogger('debug', { write: (line) => void lines.push(line) });
  const metrics = createMetrics();
  const source = createContentfulSource({
    ...service.settings,
    deadlineMs,
    now: clock.now,
    onCall: (call, outcome) => metrics.contentCalls.inc({ call, outcome }),
  });
  const database = dataDir ? openDatabase({ config: { databaseUrl: null, dataDir }, log }) : null;
  const content = new Content({
    source,
    ttlSeconds,
    database: database && withOutage(database, outage),
    log,
    metrics,
    now: clock.now,
    wallClock: clock.wallClock,
    random,
  });
  const stop = async () => {
    await content.stop();
    await database?.close();
  };
  const blog: TestBlogService = { ...controlled(content), stop };
  onTestFinished(stop);
  return { blog, content, clock, lines, metrics };
}

function withOutage(database: Database, outage: { is: boolean }): Database {
  const check = async () => {
    if (outage.is) throw new Error('it is away');
  };
  const run: Database['run'] = (statement) => check().then(() => database.run(statement));
  const transaction: Database['transaction'] = (statements) =>
    check().then(() => database.transaction(statements));
  return { ...database, run, transaction };
}

/** Opens a blog that has read every post. */
export async function startLoadedBlog(...parts: Parameters<typeof openBlog>): Promise<TestBlog> {
  const opened = openBlog(...parts);
  opened.blog.start();
  for (
    let started = opened.content.pendingFirstRead();
    started;
    started = opened.content.pendingFirstRead()
  )
    await started;
  await whenAllLoaded(opened.blog);
  return opened;
}

/** Resolves when every post can be shown without a call. */
async function whenAllLoaded(blog: TestBlogService): Promise<void> {
  await blog.catalogued();
  await expect
    .poll(() => blog.known().length - countLoadedPosts(blog), { interval: 20, timeout: 60_000 })
    .toBe(0);
}

/** Counts the posts that can be shown without a call. */
export const countLoadedPosts = (blog: TestBlogService): number =>
  blog.known().filter(({ slug }) => blog.postVersion(slug) !== null).length;

/** Returns content of which some members are a test's own. */
export function overrideContent(content: Content, members: Partial<Content>): Content {
  return new Proxy(content, {
    get(target, name) {
      if (Object.hasOwn(members, name)) return members[name as keyof Content];
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
