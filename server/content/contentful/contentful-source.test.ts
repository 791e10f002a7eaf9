import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  FAILURES,
  type FakeContentful,
  makePosts,
  startContentfulStandIn,
  startFullStandIn,
  TOKEN,
} from '../../../test/fakes/contentful-stand-in.ts';
import { blogPost, otherEntry } from '../../../test/fakes/entries.ts';
import { doc, link, p } from '../../../test/fakes/rich-text.ts';
import { blogFields } from '../../config/site-file/site-file-schema.ts';
import { ContentUnavailableError } from './content-source.ts';
import { createContentfulSource } from './contentful-source.ts';
import { collectValues } from './entry-fields.ts';
import { EXTRA_TYPES } from './extra-entries.ts';

/** A short deadline for the services that hang, and no other. */
const hurried = (service: FakeContentful) => {
  const isSilent = service.behaviour === 'hang' || service.behaviour === 'drip';
  return createContentfulSource({
    ...service.settings,
    deadlineMs: isSilent ? 1000 : 30_000,
    retryLimit: 0,
  });
};

async function failureOf(promise: Promise<unknown>): Promise<ContentUnavailableError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ContentUnavailableError);
  return error as ContentUnavailableError;
}

test('the list is the specified call: content type, newest first, limit 20, skip 0', async () => {
  const service = await startContentfulStandIn();
  await createContentfulSource(service.settings).listPosts(0, 20);
  expect(service.calls).toEqual([
    {
      path: '/spaces/standin/environments/master/entries',
      query: {
        content_type: 'blogPost',
        order: '-fields.publishedDate,sys.id',
        limit: '20',
        skip: '0',
        include: '2',
      },
    },
  ]);
});

test('a post is the call of the specification: content type, slug, limit 1', async () => {
  const service = await startContentfulStandIn();
  await createContentfulSource(service.settings).findPost('caf\u00e9-crash');
  expect(service.calls.map((call) => call.query)).toEqual([
    {
      content_type: 'blogPost',
      'fields.slug': 'caf\u00e9-crash',
      order: '-fields.publishedDate,sys.id',
      limit: '1',
      include: '2',
    },
  ]);
});

test('the revisions of every entry are fetched, a thousand a call', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(2345);
  service.edit('post-7', {});
  const revisions = await createContentfulSource(service.settings).revisions();
  expect(Object.keys(revisions)).toHaveLength(2345);
  expect([revisions['id-7'], revisions['id-8']]).toEqual([2, null]);
  expect(service.calls.map(({ query }) => query)).toEqual(
    ['0', '1000', '2000'].map((skip) => ({
      content_type: 'blogPost',
      select: 'sys.id,sys.revision,sys.type', // the type is the SDK's wish
      order: 'sys.id',
      limit: '1000',
      skip,
      include: '0',
    })),
  );
});

test('what is published or taken down while pages are listed loses and doubles none', async () => {
  const idOf = (index: number) => `id-${String(index).padStart(3, '0')}`;
  const pageOf = (index: number) =>
    otherEntry('page', idOf(index), {
      title: 'T',
      slug: idOf(index),
      summary: 'S',
      content: doc(p('x')),
    });
  for (const change of ['unpublish', 'publish']) {
    const all = Array.from({ length: 150 }, (_, index) => pageOf(index + 1));
    const service = await startFullStandIn(...all);
    const release = service.hold();
    const listed = createContentfulSource(service.settings).listExtras('page');
    await expect.poll(() => service.calls.length).toBe(1);
    if (change === 'publish') service.entries.push(pageOf(0));
    else service.unpublish(idOf(1));
    service.held = Promise.resolve();
    release();
    const ids = (await listed)?.entries.map(({ id }) => id);
    expect(ids).toEqual([
      ...(change === 'publish' ? [idOf(0), idOf(1)] : []),
      ...all.slice(1).map(({ sys }) => sys.id),
    ]);
  }
});

test('no text of an entry holds what HTML and XML forbid; tabs and line breaks stay', async () => {
  const controls = String.fromCharCode(0, 8, 0x1b, 0x1f, 0x7f, 0x80, 0x9f, 0xfffe);
  const odd = (text: string) => `${controls}${text}${controls}\t\n-\v-\u0085-`;
  const content = doc(p(odd('Text'), link(`${controls}https://a.example/`, odd('Link'))));
  const service = await startFullStandIn(
    otherEntry('page', 'p', {
      title: odd('T'),
      slug: 'p',
      summary: odd('S'),
      area: odd('A'),
      content,
    }),
    otherEntry('question', 'q', { question: odd('Q'), answer: odd('A') }),
    otherEntry('testimonial', 't', { name: odd('N'), text: odd('T'), rating: 5, source: odd('S') }),
    blogPost('b', {
      title: odd('Title'),
      slug: 'b',
      excerpt: odd('Excerpt'),
      author: odd('Author'),
      publishedDate: '2031-01-01',
      tags: [odd('Tag')],
      content,
    }),
  );
  const source = createContentfulSource(service.settings);
  const read: unknown[] = await Promise.all([
    source.findPost('b'),
    ...EXTRA_TYPES.map(async (type) => (await source.listExtras(type))?.entries),
  ]);
  const texts = collectValues(read).filter((value) => typeof value === 'string');
  const forbidden = texts.filter((text) => /(?![\t\n])\p{Cc}|\ufffe/u.test(text));
  expect(forbidden).toEqual([]);
  expect(read[0]).toMatchObject({
    content: {
      content: [{ content: [{ value: 'Text\t\n- - -' }, { data: { uri: 'https://a.example/' } }] }],
    },
  });
  expect(read.at(-1)).toMatchObject([{ name: 'N\t\n- - -', text: 'T\t\n- - -' }]);
});

test('every call asks for the configured language', async () => {
  const service = await startContentfulStandIn();
  const reading = { fields: blogFields({}), locale: 'en-GB', onWarning: () => {} };
  const source = createContentfulSource(service.settings, reading);
  await Promise.all([source.revisions(), source.listPosts(0, 20), source.findPost('any')]);
  expect(service.calls.map(({ query }) => query.locale)).toEqual(['en-GB', 'en-GB', 'en-GB']);
});

test('fields may have other names', async () => {
  const service = await startContentfulStandIn();
  const fields = { title: 'headline', slug: 'path', publishedDate: 'date' };
  const reading = { fields: blogFields(fields), onWarning: () => {} };
  const source = createContentfulSource(service.settings, reading);
  await source.findPost('any');
  await source.listPosts(0, 20);
  expect(service.calls.map(({ query }) => [query.order, query['fields.path']])).toEqual([
    ['-fields.date,sys.id', 'any'],
    ['-fields.date,sys.id', undefined],
  ]);
});

test('every failure is a ContentUnavailableError of its kind, within the deadline', async () => {
  const kinds = await Promise.all(
    FAILURES.map(async (failure) => {
      const service = await startContentfulStandIn();
      service.behaviour = failure;
      const error = await failureOf(hurried(service).listPosts(0, 20));
      expect(service.calls.length, failure).toBe(1);
      return [failure, error.kind];
    }),
  );
  expect(Object.fromEntries(kinds)).toEqual({
    hang: 'timeout',
    drip: 'timeout',
    reset: 'refused',
    unauthorised: 'unauthorised',
    'rate-limited': 'rate_limited',
    'asks-for-a-pause': 'rate_limited',
    'unknown-field': 'setup',
    'unknown-space': 'setup',
    broken: 'http',
    html: 'malformed',
    'empty-object': 'malformed',
    truncated: 'malformed',
    'cut-off': 'malformed',
    redirect: 'http',
  });
});

test('a refused connection is a ContentUnavailableError until the service is back', async () => {
  const service = await startContentfulStandIn();
  const source = createContentfulSource(service.settings);
  await service.goDown();
  expect((await failureOf(source.listPosts(0, 20))).kind).toBe('refused');
  await service.goUp();
  expect((await source.listPosts(0, 20)).posts.length).toBeGreaterThan(0);
});

test('no error carries the token at any depth', async () => {
  for (const failure of ['broken', 'unauthorised', 'unknown-field', 'reset', 'html'] as const) {
    const service = await startContentfulStandIn();
    service.behaviour = failure;
    const error = await failureOf(hurried(service).findPost('any'));
    expect(inspect(error, { depth: 20, showHidden: true }), failure).not.toContain(TOKEN.slice(-5));
  }
});

test('an entry that cannot be shown is reported, and the others are shown', async () => {
  const service = await startContentfulStandIn();
  const source = createContentfulSource(service.settings);
  const { posts: before } = await source.listPosts(0, 20);
  Object.assign(service.entry(before[0]?.slug as string).fields, { title: undefined });
  const { posts, rejected, revisions, total } = await source.listPosts(0, 20);
  expect(posts.map(({ id }) => id)).toEqual(before.slice(1).map(({ id }) => id));
  expect(rejected).toEqual([{ id: before[0]?.id, issue: 'it has no title' }]);
  expect([Object.keys(revisions).length, total]).toEqual([before.length, before.length]);
});

test('a 429, a 5xx and a lost connection are retried, after the pause of a limit', async () => {
  for (const failure of ['over-limit', 'broken', 'reset'] as const) {
    const service = await startContentfulStandIn();
    service.behaviour = failure;
    const source = createContentfulSource(service.settings);
    const found = source.listPosts(0, 20);
    await expect.poll(() => service.calls.length).toBe(1);
    service.behaviour = 'proper';
    expect((await found).posts.length, failure).toBeGreaterThan(0);
    expect(service.calls.length, failure).toBe(2);
  }
});

test('a lasting 429 says when to come back, and a wrong query is not retried', async () => {
  const service = await startContentfulStandIn();
  const source = createContentfulSource({ ...service.settings, retryLimit: 1 });
  service.behaviour = 'asks-for-a-pause';
  const { kind, details } = await failureOf(source.findPost('any'));
  expect([kind, details.retryAfterSeconds]).toEqual(['rate_limited', 7]);
  expect(service.calls.length).toBe(2);
  service.behaviour = 'unknown-field';
  expect((await failureOf(source.findPost('any'))).kind).toBe('setup');
  expect(service.calls.length).toBe(3);
});

test('retries end with the deadline of the whole call', async () => {
  const service = await startContentfulStandIn();
  service.behaviour = 'broken';
  const source = createContentfulSource({ ...service.settings, deadlineMs: 1000 });
  expect((await failureOf(source.listPosts(0, 20))).kind).toBe('timeout');
  await delay(2500); // by then the SDK's retry was due
  expect(service.calls.length).toBe(1);
});

test('a clock that is set back by an hour delays no later call', async () => {
  const service = await startContentfulStandIn();
  const settings = { ...service.settings, deadlineMs: 1000, callsPerSecond: 1 };
  const { now } = Date;
  const source = createContentfulSource(settings);
  await source.listPosts(0, 20);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
  onTestFinished(() => clock.mockRestore());
  await source.listPosts(0, 20).catch(() => {});
  expect((await source.listPosts(0, 20)).posts.length).toBeGreaterThan(0);
});
