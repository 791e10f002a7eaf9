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
import { readRecord } from '../../blog/record.ts';
import { ContentUnavailableError } from '../content-error.ts';
import { collectValues } from '../parse/entry-fields.ts';
import { parseContent } from '../parse/parse-content.ts';
import { CONTENT_TYPES, type ContentSource } from '../source.ts';
import { createContentfulSource } from './contentful-source.ts';

/** A short deadline for the services that hang, and no other. */
const hurried = (service: FakeContentful) => {
  const isSilent = service.behaviour === 'hang' || service.behaviour === 'drip';
  return createContentfulSource({
    ...service.settings,
    deadlineMs: isSilent ? 1000 : 30_000,
  });
};

/** Reads everything, and throws the failure of the posts. */
async function readPosts(source: ContentSource) {
  const raw = await source.read({ types: ['blogPost'] });
  const { blogPost } = raw.types;
  if (blogPost.state === 'failed') throw blogPost.error;
  return blogPost.state === 'read' ? blogPost.entries : [];
}

const findPost = (source: ContentSource, slug: string) =>
  (source.findPost as NonNullable<typeof source.findPost>)(slug);

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
  await readPosts(createContentfulSource(service.settings));
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
  await findPost(createContentfulSource(service.settings), 'caf\u00e9-crash');
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
  const revisions = await createContentfulSource(service.settings).revisions(['blogPost']);
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
    const listed = createContentfulSource(service.settings).read({ types: ['page'] });
    await expect.poll(() => service.calls.length).toBe(1);
    if (change === 'publish') service.entries.push(pageOf(0));
    else service.unpublish(idOf(1));
    service.held = Promise.resolve();
    release();
    const { page } = (await listed).types;
    const ids = page.state === 'read' && page.entries.map(({ sys }) => sys.id);
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
  const { parts } = parseContent(await source.read({ types: CONTENT_TYPES }));
  const post = parts.blogPost?.entries.find(({ slug }) => slug === 'b');
  const pages = parts.page?.entries.map(readRecord);
  const read = [post && readRecord(post), pages, parts.question, parts.testimonial];
  const texts = collectValues(read).filter((value) => typeof value === 'string');
  const forbidden = texts.filter((text) => /(?![\t\n])\p{Cc}|\ufffe/u.test(text));
  expect(forbidden).toEqual([]);
  expect(read[0]).toMatchObject({
    content: {
      content: [{ content: [{ value: 'Text\t\n- - -' }, { data: { uri: 'https://a.example/' } }] }],
    },
  });
  expect(parts.testimonial?.entries).toMatchObject([{ name: 'N\t\n- - -', text: 'T\t\n- - -' }]);
});

test('every failure is a ContentUnavailableError of its kind, within the deadline', async () => {
  const kinds = await Promise.all(
    FAILURES.map(async (failure) => {
      const service = await startContentfulStandIn();
      service.behaviour = failure;
      const error = await failureOf(readPosts(hurried(service)));
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
  expect((await failureOf(readPosts(source))).kind).toBe('refused');
  await service.goUp();
  expect((await readPosts(source)).length).toBeGreaterThan(0);
});

test('no error carries the token at any depth', async () => {
  for (const failure of ['broken', 'unauthorised', 'unknown-field', 'reset', 'html'] as const) {
    const service = await startContentfulStandIn();
    service.behaviour = failure;
    const error = await failureOf(findPost(hurried(service), 'any'));
    expect(inspect(error, { depth: 20, showHidden: true }), failure).not.toContain(TOKEN.slice(-5));
  }
});

test('a 429 is passed on at once with its pause, in which no call is made', async () => {
  const service = await startContentfulStandIn();
  let now = 0;
  const source = createContentfulSource({ ...service.settings, now: () => now });
  service.behaviour = 'asks-for-a-pause';
  const { kind, details } = await failureOf(findPost(source, 'any'));
  expect([kind, details.retryAfterSeconds]).toEqual(['rate_limited', 7]);
  service.behaviour = 'proper';
  now = 6000;
  for (const call of [() => readPosts(source), () => source.revisions(['blogPost'])])
    expect((await failureOf(call())).details.retryAfterSeconds).toBe(1);
  expect(service.calls.length).toBe(1);
  now = 7001;
  expect((await readPosts(source)).length).toBeGreaterThan(0);
});

test('a failed call is made once', async () => {
  for (const failure of ['broken', 'reset', 'unknown-field'] as const) {
    const service = await startContentfulStandIn();
    service.behaviour = failure;
    await failureOf(readPosts(createContentfulSource(service.settings)));
    expect(service.calls.length, failure).toBe(1);
  }
});

test('a response that is nested deeper than any content is not parsed', async () => {
  const service = await startContentfulStandIn();
  service.override = () => ({ body: '['.repeat(4_000_000) });
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  expect((await failureOf(readPosts(createContentfulSource(service.settings)))).kind).toBe(
    'malformed',
  );
  expect(parse.mock.calls.filter(([text]) => text.length > 1_000_000)).toEqual([]);
});

test('a clock that is set back by an hour delays no later call', async () => {
  const service = await startContentfulStandIn();
  const settings = { ...service.settings, deadlineMs: 1000, callsPerSecond: 1 };
  const { now } = Date;
  const source = createContentfulSource(settings);
  await readPosts(source);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
  onTestFinished(() => clock.mockRestore());
  await readPosts(source).catch(() => {});
  expect((await readPosts(source)).length).toBeGreaterThan(0);
});
