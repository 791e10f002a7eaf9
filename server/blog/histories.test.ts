import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/site-file.ts';
import {
  type BlogSource,
  ContentUnavailable,
  type FetchedPost,
} from '../content/contentful/source.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createLog } from '../ops/log.ts';
import { createMetrics } from '../ops/metrics.ts';
import { type BlogService, createBlogService } from './blog-service.ts';
import { blogSchema } from './last-copy.ts';

/** The full tests try 10,000 (`BLOG_HISTORIES`), `BLOG_SEED` begins with another history. */
const COUNT = Number(process.env.BLOG_HISTORIES ?? 60);
const FIRST_SEED = Number(process.env.BLOG_SEED ?? 1);
/** Histories of this length in which an address was once wrong. */
const ONCE_WRONG = [978, 1677, 9489, 12_132, 18_609, 25_034];
const STEPS = 16;
const SLUGS = ['a', 'b', 'c', 'd', 'e'];
const DAY_MS = 86_400_000;
const LOG = createLog('silent');
const METRICS = createMetrics();

interface Entry {
  id: string;
  slug: string;
  revision: number;
  /** Milliseconds since 1970. */
  date: number;
}

/** Random numbers that a seed repeats (mulberry32): whole ones below a limit. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * What the addresses of a blog stand for, whatever it did in between: the post that has the slug; or
 * else the one that was last seen there, under its new slug; gone when that is published no more.
 */
class Model {
  #seen: readonly Entry[] = [];
  readonly #last = new Map<string, string>();

  /** A catalogue that some replica reads, newest first. */
  see(entries: readonly Entry[], now: number): void {
    this.#remember(now);
    this.#seen = structuredClone(entries);
    this.#remember(now);
  }

  #remember(now: number): void {
    for (const { slug, id } of this.shown(now)) this.#last.set(slug, id);
  }

  /** Of several posts under one slug the newest counts that is due. */
  shown(now: number): Entry[] {
    const due = this.#seen.filter(({ date }) => date <= now);
    return due.filter((entry) => entry === due.find(({ slug }) => slug === entry.slug));
  }

  /** A post that is shown has its id with it. */
  stateOf(slug: string, now: number): string {
    const shown = this.shown(now);
    const here = shown.find((entry) => entry.slug === slug);
    if (here) return `ready ${here.id}`;
    const id = this.#last.get(slug);
    const moved = shown.find((entry) => entry.id === id);
    if (moved) return `moved ${moved.slug}`;
    const isGone = id !== undefined && !this.#seen.some((entry) => entry.id === id);
    return isGone ? 'gone' : 'missing';
  }
}

/** A content space in memory, whose delivery may lag or fail: each part for so many calls. */
class Space {
  readonly entries: Entry[] = [];
  readonly lag = { catalogue: 0, posts: 0 };
  fails = 0;
  readonly #delivered: Record<keyof Space['lag'], Entry[]> = { catalogue: [], posts: [] };
  readonly #onCatalogue: (entries: readonly Entry[]) => void;

  constructor(onCatalogue: (entries: readonly Entry[]) => void) {
    this.#onCatalogue = onCatalogue;
  }

  #read(part: keyof Space['lag']): Entry[] {
    if (this.fails > 0) {
      this.fails -= 1;
      throw new ContentUnavailable('refused');
    }
    if (this.lag[part] > 0) this.lag[part] -= 1;
    else this.#delivered[part] = structuredClone(this.entries);
    return this.#delivered[part].toSorted((a, b) => b.date - a.date);
  }

  source(id: string): BlogSource {
    const fetched = ({ id, slug, revision, date }: Entry): FetchedPost => {
      const publishedDate = new Date(date).toISOString();
      const plain = { excerpt: null, image: null, author: null, content: null };
      const post = { id, slug, title: slug, publishedDate, updatedAt: publishedDate, ...plain };
      return { post, revision, links: [] };
    };
    return {
      id,
      catalogue: async () => {
        const entries = this.#read('catalogue');
        this.#onCatalogue(entries);
        return entries
          .map(fetched)
          .map(({ post, revision }) => ({ ...post, revision, tags: [], fault: null }));
      },
      list: async (skip, limit) =>
        this.#read('posts')
          .slice(skip, skip + limit)
          .map(fetched),
      post: async (slug, id) => {
        const entry = this.#read('posts').find(
          (each) => each.slug === slug && (id ?? each.id) === each.id,
        );
        return entry ? fetched(entry) : null;
      },
    };
  }
}

/** The database as a replica has it, whose calls may take long. */
class SlowDatabase {
  #released = Promise.withResolvers<void>();
  readonly database: Database;

  constructor(database: Database) {
    this.release();
    this.database = Object.assign(Object.create(database), {
      run: async (...call: Parameters<Database['run']>) => {
        await this.#released.promise;
        return database.run(...call);
      },
      transaction: async (...call: Parameters<Database['transaction']>) => {
        await this.#released.promise;
        return database.transaction(...call);
      },
    });
  }

  hold(): void {
    this.release();
    this.#released = Promise.withResolvers();
  }

  release(): void {
    this.#released.resolve();
  }
}

/** What editors, the delivery, visitors and operators do, one step after another. */
class History {
  readonly #random: (below: number) => number;
  readonly #database: Database;
  readonly #name: string;
  readonly #model = new Model();
  readonly #space = new Space((entries) => this.#model.see(entries, this.#now));
  readonly #blogs: BlogService[] = [];
  readonly #databases: SlowDatabase[] = [];
  readonly did: string[] = [];
  #now = Date.UTC(2030, 0, 1);
  #monotonic = 1_000_000;
  #ids = 0;

  constructor(seed: number, database: Database) {
    this.#random = randomOf(seed);
    this.#database = database;
    this.#name = `history ${seed}`;
    const replicas = 1 + this.#random(2);
    for (let replica = 0; replica < replicas; replica += 1) this.#start(replica);
  }

  #start(replica: number, source = this.#space.source(this.#name)): BlogService {
    const slow = new SlowDatabase(this.#database);
    this.#random(2); // so that a seed stands for the history that it always stood for
    const blog = createBlogService({
      source,
      ttlSeconds: 60,
      callsPerSecond: 1e6,
      database: slow.database,
      log: LOG,
      metrics: METRICS,
      now: () => this.#monotonic,
      wallClock: () => ++this.#now,
      pausesMs: [],
    });
    blog.start();
    this.#blogs[replica] = blog;
    this.#databases[replica] = slow;
    return blog;
  }

  #one<T>(of: readonly T[]): T | undefined {
    return of[this.#random(of.length)];
  }

  #free(): string[] {
    return SLUGS.filter((slug) => !this.#space.entries.some((entry) => entry.slug === slug));
  }

  #publish(slug: string | undefined): void {
    if (slug === undefined) return;
    this.#ids += 1;
    const date = this.#now + (this.#random(9) - 6) * DAY_MS;
    this.#space.entries.push({ id: `id-${this.#ids}`, slug, revision: 1, date });
  }

  #unpublish(entry: Entry | undefined): void {
    if (entry) this.#space.entries.splice(this.#space.entries.indexOf(entry), 1);
  }

  readonly #editors: Record<string, () => void> = {
    publish: () => this.#publish(this.#one(this.#free())),
    'publish another': () => this.#publish(this.#one(this.#free())),
    'publish under any slug': () => this.#publish(this.#one(SLUGS)),
    unpublish: () => this.#unpublish(this.#one(this.#space.entries)),
    rename: () => this.#change({ slug: this.#one(this.#free()) }),
    swap: () => {
      const [one, other] = [this.#one(this.#space.entries), this.#one(this.#space.entries)];
      if (!one || !other || one === other) return;
      [one.slug, other.slug] = [other.slug, one.slug];
      one.revision += 1;
      other.revision += 1;
    },
    recreate: () => {
      const entry = this.#one(this.#space.entries);
      this.#unpublish(entry);
      this.#publish(entry?.slug);
    },
    'put off': () => this.#change({ date: this.#now + this.#random(3) * DAY_MS }),
  };

  #change(change: Partial<Entry>): void {
    const entry = this.#one(this.#space.entries);
    if (!entry || Object.values(change).includes(undefined as never)) return;
    Object.assign(entry, change);
    entry.revision += 1;
  }

  /** The delivery and the databases of all replicas are as they should be again. */
  async #calm(): Promise<void> {
    Object.assign(this.#space.lag, { catalogue: 0, posts: 0 });
    this.#space.fails = 0;
    for (const database of this.#databases) database.release();
    for (const blog of this.#blogs) await blog.catalogued(); // what fails yet has failed
    this.#monotonic += 31_000; // longer than any pause after a failure
  }

  async step(): Promise<void> {
    const replica = this.#random(this.#blogs.length);
    const blog = this.#blogs[replica] as BlogService;
    const database = this.#databases[replica] as SlowDatabase;
    const slug = this.#one(SLUGS) as string;
    const others: Record<string, () => unknown> = {
      // Until then every replica has renewed itself many times.
      'a day passes': async () => {
        await this.#calm();
        for (const each of this.#blogs) await each.refresh();
        for (const each of this.#blogs) await each.look();
        this.#now += DAY_MS;
      },
      lag: () => {
        this.#space.lag.catalogue = this.#random(3);
        this.#space.lag.posts = this.#random(3);
      },
      fail: () => {
        this.#space.fails = this.#random(3);
      },
      [`the database of ${replica} is slow`]: () => database.hold(),
      [`the database of ${replica} is fast`]: () => database.release(),
      [`${replica} hears`]: () => void blog.look(),
      [`visit ${slug} at ${replica}`]: () => void blog.post(slug),
      [`visit the list at ${replica}`]: () => void blog.list(1),
      [`notice at ${replica}`]: () => blog.refresh(),
      [`restart of ${replica}`]: async () => {
        database.release();
        await blog.stop();
        this.#start(replica);
      },
      [`a minute passes at ${replica}`]: () => {
        this.#monotonic += 61_000;
        void blog.renew();
      },
    };
    const edits = Object.entries(this.#editors);
    const [name, act] = this.#one([...edits, ...Object.entries(others)]) as (typeof edits)[number];
    this.did.push(name);
    await act();
  }

  /** Where the addresses differ from the model once every replica knows what one of them was told. */
  async differences(): Promise<string[]> {
    await this.#calm();
    const told = this.#random(this.#blogs.length);
    this.did.push(`check, told ${told}`);
    await this.#blogs[told]?.refresh();
    let found: string[] = [];
    for (let turn = 0; turn < 100; turn += 1) {
      for (const blog of this.#blogs) await blog.look();
      found = (await Promise.all(this.#blogs.map((blog) => this.#differencesOf(blog)))).flat();
      if (found.length === 0) break;
      await delay(2);
    }
    return found;
  }

  async #differencesOf(blog: BlogService): Promise<string[]> {
    const found: string[] = [];
    for (const slug of SLUGS) {
      const { result } = await blog.post(slug);
      const detail = 'post' in result ? result.post.id : 'slug' in result ? result.slug : '';
      const state = `${result.state} ${detail}`.trim();
      const expected = this.#model.stateOf(slug, this.#now);
      if (state !== expected) found.push(`${slug} is ${state}, not ${expected}`);
    }
    const slugsOf = (posts: readonly { slug: string }[]) =>
      `${posts.map(({ slug }) => slug).toSorted()}`;
    const [known, shown] = [slugsOf(blog.known()), slugsOf(this.#model.shown(this.#now))];
    if (known !== shown) found.push(`${known} are listed, not ${shown}`);
    return found;
  }

  /** The same of a replica that is started while the service is down. */
  async end(): Promise<string[]> {
    for (const blog of this.#blogs) await blog.stop();
    this.#space.fails = Number.POSITIVE_INFINITY;
    const late = this.#start(this.#blogs.length);
    await late.catalogued();
    const found = await this.#differencesOf(late);
    await late.stop();
    return found
      .filter((each) => !/ is unavailable, not ready/.test(each))
      .map((each) => `at the end ${each}`);
  }
}

test('whatever editors, delivery, restarts and replicas do, each address is 200, 301, 404 or 410 as it should be', {
  timeout: 60_000 + COUNT * 500,
}, async () => {
  const dataDir = temporaryFolder();
  const config = { databaseUrl: null, dataDir };
  const database = openDatabase({ config, log: LOG }, [blogSchema]);
  onTestFinished(() => database.close());
  const wrong: string[] = [];
  const seeds = Array.from({ length: COUNT }, (_, at) => FIRST_SEED + at);
  for (const seed of new Set([...ONCE_WRONG, ...seeds])) {
    if (wrong.length === 5) break;
    const history = new History(seed, database);
    let found: string[] = [];
    for (let step = 1; step <= STEPS && found.length === 0; step += 1) {
      await history.step();
      if (step % 4 === 0) found = await history.differences();
    }
    if (found.length === 0) found = await history.end();
    if (found.length > 0) wrong.push([`seed ${seed}`, ...history.did, ...found].join('\n'));
  }
  expect(wrong).toEqual([]);
});
