import { readFile } from 'node:fs/promises';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { createMetrics } from '../ops/metrics.ts';
import { Content } from './content.ts';
import { ContentUnavailableError } from './content-error.ts';
import { createContentfulSource } from './contentful/contentful-source.ts';
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
    space.entries = Array.from({ length: posts }, (_, at) => {
      const fields = { slug: `${at}`, title: `${at}`, publishedDate: '2025-01-01' };
      return { id: `${at}`, fields, revision: 1 };
    });
    /**
     * A call lists the revisions of a thousand entries, or twenty posts; pages, questions and
     * testimonials take one each.
     */
    const calls = () =>
      space.asked.reduce(
        (sum, [what]) =>
          sum + (what === 'revisions' ? Math.ceil(posts / 1000) : Math.ceil(posts / 20) + 3),
        0,
      );
    const parts = { source: space, ttlSeconds: 60, database: null };
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
  const types = ['blogPost'] as const;
  const [revisions, raw] = [await real.revisions(types), await real.read({ types })];
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
    read: () => answer(raw),
  };
  const log = pino({ level: 'silent' });
  for (let number = 0; number < 100; number += 1) {
    const content = new Content({
      ...{ source, ttlSeconds: 60, database: null, log },
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
