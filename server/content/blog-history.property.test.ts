import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { controlled, type TestBlogService } from '../../test/support/blog.ts';
import { ONCE_WRONG } from '../../test/support/once-wrong.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createLogger } from '../ops/log.ts';
import { createMetrics } from '../ops/metrics.ts';
import { Content } from './content.ts';
import { ContentUnavailableError } from './content-error.ts';
import type { ContentSource, RawContent } from './source.ts';

/**
 * The number of histories. The full tests try 10,000 (`BLOG_HISTORIES`); `BLOG_SEED` begins with
 * another.
 */
const COUNT = Number(process.env.BLOG_HISTORIES ?? 25);
const FIRST_SEED = Number(process.env.BLOG_SEED ?? 1);
const STEPS = 16;
const SLUGS = ['a', 'b', 'c', 'd', 'e'];
const DAY_MS = 86_400_000;
const LOG = createLogger('silent');
const METRICS = createMetrics();

interface Entry {
  id: string;
  slug: string;
  revision: number;
  /** Milliseconds since 1970. */
  date: number;
}

/** Creates random numbers that a seed repeats (mulberry32): whole ones below a limit. */
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
 * A model of what the paths of a blog lead to, whatever it did in between: the post that has the
 * slug; or else the one that was last seen there, under its new slug; gone when that is published
 * no more.
 */
class Model {
  #seen: readonly Entry[] = [];
  readonly #last = new Map<string, string>();

  /** Adds what some replica reads, newest first. */
  see(entries: readonly Entry[], now: number): void {
    this.#remember(now);
    this.#seen = structuredClone(entries);
    this.#remember(now);
  }

  #remember(now: number): void {
    for (const { slug, id } of this.shown(now)) this.#last.set(slug, id);
  }

  /** Returns the posts that are shown. The newest due one of each slug counts. */
  shown(now: number): Entry[] {
    const due = this.#seen.filter(({ date }) => date <= now);
    return due.filter((entry) => entry === due.find(({ slug }) => slug === entry.slug));
  }

  /** Returns the state of a slug, with the id of a post that is shown. */
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
  readonly #onRead: (entries: readonly Entry[]) => void;

  constructor(onRead: (entries: readonly Entry[]) => void) {
    this.#onRead = onRead;
  }

  #read(part: keyof Space['lag']): Entry[] {
    if (this.fails > 0) {
      this.fails -= 1;
      throw new ContentUnavailableError('refused');
    }
    if (this.lag[part] > 0) this.lag[part] -= 1;
    else this.#delivered[part] = structuredClone(this.entries);
    return this.#delivered[part].toSorted((a, b) => b.date - a.date);
  }

  source(id: string): ContentSource {
    const revisionsOf = (entries: readonly Entry[]) =>
      Object.fromEntries(entries.map(({ id, revision }) => [id, revision]));
    const absent = { state: 'absent' } as const;
    const rawOf = (entries: readonly Entry[]): RawContent => ({
      types: {
        blogPost: { state: 'read', entries: entries.map(toRawEntry) },
        page: absent,
        question: absent,
        testimonial: absent,
      },
      linked: [],
      tagNames: new Map(),
      issues: [],
    });
    return {
      id,
      revisions: async () => revisionsOf(this.#read('catalogue')),
      read: async ({ onNewestPosts }) => {
        const entries = this.#read('posts');
        this.#onRead(entries);
        onNewestPosts?.({ raw: rawOf(entries.slice(0, 20)), total: entries.length });
        return rawOf(entries);
      },
      findPost: async (slug) => {
        const entry = this.#read('posts').find((each) => each.slug === slug);
        return entry ? rawOf([entry]) : null;
      },
    };
  }
}

function toRawEntry({ id, slug, date, revision }: Entry) {
  const publishedDate = new Date(date).toISOString();
  const contentType = { sys: { type: 'Link', linkType: 'ContentType', id: 'blogPost' } };
  const sys = { id, type: 'Entry', contentType, revision, updatedAt: publishedDate };
  return { sys, fields: { title: slug, slug, publishedDate } };
}

/** The database of one replica, whose calls may take long. */
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

/** A history: steps of editors, the delivery, visitors and operators, one after another. */
class History {
  readonly #database: Database;
  readonly #name: string;
  readonly #model = new Model();
  readonly space = new Space((entries) => this.#model.see(entries, this.#now));
  readonly #blogs: TestBlogService[] = [];
  readonly #databases: SlowDatabase[] = [];
  readonly did: string[] = [];
  #now = Date.UTC(2030, 0, 1);
  #monotonic = 1_000_000;
  #ids = 0;

  constructor(name: string, database: Database, replicas: number) {
    this.#database = database;
    this.#name = name;
    for (let replica = 0; replica < replicas; replica += 1) this.#start(replica);
  }

  #start(replica: number): TestBlogService {
    const slow = new SlowDatabase(this.#database);
    const content = new Content({
      source: this.space.source(this.#name),
      ttlSeconds: 60,
      database: slow.database,
      log: LOG,
      metrics: METRICS,
      now: () => this.#monotonic,
      wallClock: () => ++this.#now,
      propagationDelaysMs: [],
    });
    const blog = controlled(content);
    blog.start();
    this.#blogs[replica] = blog;
    this.#databases[replica] = slow;
    return blog;
  }

  get replicas(): number {
    return this.#blogs.length;
  }

  #entry(id: string | undefined): Entry {
    return this.space.entries.find((entry) => entry.id === id) as Entry;
  }

  #publish(slug: string, days: number): void {
    this.#ids += 1;
    const date = this.#now + days * DAY_MS;
    this.space.entries.push({ id: `id-${this.#ids}`, slug, revision: 1, date });
  }

  #unpublish(id: string): void {
    this.space.entries.splice(this.space.entries.indexOf(this.#entry(id)), 1);
  }

  #change(id: string, change: Partial<Entry>): void {
    const entry = this.#entry(id);
    Object.assign(entry, change, { revision: entry.revision + 1 });
  }

  /** Restores the delivery and the databases of all replicas. */
  async #calm(): Promise<void> {
    Object.assign(this.space.lag, { catalogue: 0, posts: 0 });
    this.space.fails = 0;
    for (const database of this.#databases) database.release();
    for (const blog of this.#blogs) await blog.catalogued(); // what fails yet has failed
    this.#monotonic += 31_000; // longer than any pause after a failure
  }

  /**
   * Does a step, such as `rename id-3 b`.
   * @returns the differing paths after a check
   */
  async step(step: string): Promise<string[]> {
    this.did.push(step);
    const [name = '', first = '', second = ''] = step.split(' ');
    const replica = Number(first);
    const blog = this.#blogs[replica] as TestBlogService;
    const database = this.#databases[replica] as SlowDatabase;
    const steps: Record<string, () => unknown> = {
      nothing: () => {},
      publish: () => this.#publish(first, Number(second)),
      unpublish: () => this.#unpublish(first),
      rename: () => this.#change(first, { slug: second }),
      swap: () => {
        const [{ slug: a }, { slug: b }] = [this.#entry(first), this.#entry(second)];
        this.#change(first, { slug: b });
        this.#change(second, { slug: a });
      },
      recreate: () => {
        const { slug } = this.#entry(first);
        this.#unpublish(first);
        this.#publish(slug, Number(second));
      },
      'put-off': () => this.#change(first, { date: this.#now + Number(second) * DAY_MS }),
      // Until then every replica has renewed itself many times.
      day: async () => {
        await this.#calm();
        for (const each of this.#blogs) await each.followChange();
        for (const each of this.#blogs) await each.look();
        this.#now += DAY_MS;
      },
      lag: () => Object.assign(this.space.lag, { catalogue: Number(first), posts: Number(second) }),
      fail: () => {
        this.space.fails = Number(first);
      },
      slow: () => database.hold(),
      fast: () => database.release(),
      hear: () => void blog.look(),
      visit: () => void blog.post(second),
      list: () => void blog.list(1),
      notice: () => blog.followChange(),
      restart: async () => {
        database.release();
        await blog.stop();
        this.#start(replica);
      },
      minute: () => {
        this.#monotonic += 61_000;
        void blog.refresh();
      },
      check: async () => this.#differences(replica),
    };
    return ((await steps[name]?.()) as string[] | undefined) ?? [];
  }

  /**
   * Lists the paths that differ from the model once every replica knows what one of them was told.
   */
  async #differences(told: number): Promise<string[]> {
    await this.#calm();
    await this.#blogs[told]?.followChange();
    let found: string[] = [];
    for (let turn = 0; turn < 100; turn += 1) {
      for (const blog of this.#blogs) await blog.look();
      found = (await Promise.all(this.#blogs.map((blog) => this.#differencesOf(blog)))).flat();
      if (found.length === 0) break;
      await delay(2);
    }
    return found;
  }

  async #differencesOf(blog: TestBlogService): Promise<string[]> {
    const found: string[] = [];
    for (const slug of SLUGS) {
      const { result } = await blog.post(slug);
      const target = 'slug' in result ? result.slug : '';
      const detail = 'post' in result ? result.post.id : target;
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

  /** Starts a replica while the service is down, and returns its differing paths. */
  async end(): Promise<string[]> {
    for (const blog of this.#blogs) await blog.stop();
    this.space.fails = Number.POSITIVE_INFINITY;
    const late = this.#start(this.#blogs.length);
    await late.catalogued();
    const found = await this.#differencesOf(late);
    await late.stop();
    return found
      .filter((each) => !/ is unavailable, not ready/.test(each))
      .map((each) => `at the end ${each}`);
  }
}

/** Draws the steps of a history from a seed. */
class RandomSteps {
  readonly #random: (below: number) => number;
  readonly replicas: number;

  constructor(seed: number) {
    this.#random = randomOf(seed);
    this.replicas = 1 + this.#random(2);
  }

  #one<T>(of: readonly T[]): T | undefined {
    return of[this.#random(of.length)];
  }

  check({ replicas }: History): string {
    return `check ${this.#random(replicas)}`;
  }

  step({ replicas, space: { entries } }: History): string {
    const replica = this.#random(replicas);
    const slug = this.#one(SLUGS) as string;
    const free = () => SLUGS.filter((slug) => !entries.some((entry) => entry.slug === slug));
    const publish = (slug: string | undefined) =>
      slug === undefined ? 'nothing' : `publish ${slug} ${this.#random(9) - 6}`;
    const withEntry = (step: (id: string) => string) => {
      const entry = this.#one(entries);
      return entry ? step(entry.id) : 'nothing';
    };
    const steps: (() => string)[] = [
      () => publish(this.#one(free())),
      () => publish(this.#one(free())),
      () => publish(this.#one(SLUGS)),
      () => withEntry((id) => `unpublish ${id}`),
      () => {
        const to = this.#one(free());
        return withEntry((id) => (to === undefined ? 'nothing' : `rename ${id} ${to}`));
      },
      () => {
        const [a, b] = [this.#one(entries), this.#one(entries)];
        return a && b && a !== b ? `swap ${a.id} ${b.id}` : 'nothing';
      },
      () => withEntry((id) => `recreate ${id} ${this.#random(9) - 6}`),
      () => {
        const days = this.#random(3);
        return withEntry((id) => `put-off ${id} ${days}`);
      },
      () => 'day',
      () => `lag ${this.#random(3)} ${this.#random(3)}`,
      () => `fail ${this.#random(3)}`,
      () => `slow ${replica}`,
      () => `fast ${replica}`,
      () => `hear ${replica}`,
      () => `visit ${replica} ${slug}`,
      () => `list ${replica}`,
      () => `notice ${replica}`,
      () => `restart ${replica}`,
      () => `minute ${replica}`,
    ];
    return (this.#one(steps) as () => string)();
  }
}

/**
 * Plays a history.
 * @returns the differences and the steps before them
 */
async function play(
  history: History,
  steps: Iterable<string> | (() => Generator<string>),
): Promise<string[]> {
  let found: string[] = [];
  for (const step of typeof steps === 'function' ? steps() : steps) {
    found = await history.step(step);
    if (found.length > 0) break;
  }
  if (found.length === 0) found = await history.end();
  return found.length > 0 ? [...history.did, ...found] : [];
}

function openHistories(): Database {
  const config = { databaseUrl: null, dataDir: temporaryFolder() };
  const database = openDatabase({ config, log: LOG });
  onTestFinished(() => database.close());
  return database;
}

test.each(ONCE_WRONG)('an address that was once wrong is right: history %#', async (once) => {
  const history = new History('once wrong', openHistories(), once.replicas);
  expect(await play(history, once.steps.split(', '))).toEqual([]);
});

test('whatever editors, delivery and replicas do, each address answers as it should', {
  timeout: 60_000 + COUNT * 500,
}, async () => {
  const database = openHistories();
  const wrong: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + COUNT && wrong.length < 5; seed += 1) {
    const random = new RandomSteps(seed);
    const history = new History(`history ${seed}`, database, random.replicas);
    const found = await play(history, function* () {
      for (let step = 1; step <= STEPS; step += 1) {
        yield random.step(history);
        if (step % 4 === 0) yield random.check(history);
      }
    });
    if (found.length > 0) wrong.push([`seed ${seed}`, ...found].join('\n'));
  }
  expect(wrong).toEqual([]);
});
