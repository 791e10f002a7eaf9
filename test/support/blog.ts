import { expect, onTestFinished } from 'vitest';
import { type BlogService, createBlogService } from '../../server/blog/blog-service.ts';
import { createContentfulSource } from '../../server/content/contentful/contentful.ts';
import { blogSchema } from '../../server/blog/last-copy.ts';
import type { RenewalParts } from '../../server/blog/renewal.ts';
import { type Database, openDatabase } from '../../server/database/database.ts';
import { createLog } from '../../server/ops/log.ts';
import { createMetrics } from '../../server/ops/metrics.ts';
import { type ContentfulStandIn, somePosts } from '../stand-ins/contentful-stand-in.ts';

/** A clock that a test moves by hand; it starts at an arbitrary moment, 1 January 2030. */
class HandClock {
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

interface TestBlog {
  blog: BlogService;
  clock: HandClock;
  /** What was logged, as JSON lines. */
  lines: string[];
  metrics: ReturnType<typeof createMetrics>;
}

/** A blog over the stand-in, not started; it is stopped after the test. */
export function openBlog(
  service: ContentfulStandIn,
  {
    ttlSeconds = 60,
    callsPerSecond = 55,
    dataDir,
    random = () => 0.5,
    deadlineMs = 30_000,
    setBack = 0,
    away = { is: false },
  }: Partial<Pick<RenewalParts, 'ttlSeconds' | 'callsPerSecond' | 'random'>> & {
    /** Of a last copy. */
    dataDir?: string;
    /** Deadline of a call to the service, in milliseconds. */
    deadlineMs?: number;
    /** Seconds by which the wall clock is slow. */
    setBack?: number;
    /** Whether the database of the last copy fails. */
    away?: { is: boolean };
  } = {},
): TestBlog {
  const clock = new HandClock();
  clock.setBack(setBack);
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const metrics = createMetrics();
  const source = createContentfulSource({ ...service.settings, deadlineMs });
  const database = dataDir
    ? openDatabase({ config: { databaseUrl: null, dataDir }, log }, [blogSchema])
    : null;
  const made = createBlogService({
    source,
    ttlSeconds,
    callsPerSecond,
    database: database && mayBeAway(database, away),
    log,
    metrics,
    now: clock.now,
    wallClock: clock.wallClock,
    random,
  });
  const stop = async () => {
    await made.stop();
    await database?.close();
  };
  const blog = { ...made, stop };
  onTestFinished(stop);
  return { blog, clock, lines, metrics };
}

function mayBeAway(database: Database, away: { is: boolean }): Database {
  const check = async () => {
    if (away.is) throw new Error('it is away');
  };
  const run: Database['run'] = (statement) => check().then(() => database.run(statement));
  const transaction: Database['transaction'] = (statements) =>
    check().then(() => database.transaction(statements));
  return { ...database, run, transaction };
}

/** A blog that has read every post. */
export async function openFilledBlog(...parts: Parameters<typeof openBlog>): Promise<TestBlog> {
  const opened = openBlog(...parts);
  opened.blog.start();
  await allRead(opened.blog);
  return opened;
}

/** Resolves when every post that there is can be shown without a call. */
async function allRead(blog: BlogService): Promise<void> {
  await blog.catalogued();
  await expect
    .poll(() => blog.known().length - readPosts(blog), { interval: 20, timeout: 60_000 })
    .toBe(0);
}

/**
 * Publishes older posts on a site that has all there were so far: it knows of them, and does not get
 * them until the function that this resolves to is called.
 */
export async function publishUnread(service: ContentfulStandIn, blog: BlogService, count: number) {
  await allRead(blog);
  const { length } = blog.known();
  const release = service.holdPosts();
  service.entries = somePosts(length + count);
  void blog.renew();
  await expect.poll(() => blog.known().length).toBe(length + count);
  return release;
}

/** How many posts can be shown without a call. */
export const readPosts = (blog: BlogService): number =>
  blog.known().filter(({ slug }) => blog.postVersion(slug) !== null).length;
