import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import {
  FAILURES,
  startContentfulStandIn,
  TOKEN,
} from '../../../test/stand-ins/contentful-stand-in.ts';
import { createContentfulSource } from './contentful.ts';
import { ContentUnavailable } from './source.ts';

async function failureOf(promise: Promise<unknown>): Promise<ContentUnavailable> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ContentUnavailable);
  return error as ContentUnavailable;
}

test('the list is the call of the specification: content type, newest first, limit 20, skip 0', async () => {
  const service = await startContentfulStandIn();
  await createContentfulSource(service.settings).list(0, 20);
  expect(service.calls).toEqual([
    {
      path: '/spaces/standin/environments/master/entries',
      query: { content_type: 'blogPost', order: '-fields.publishedDate', limit: '20', skip: '0' },
    },
  ]);
});

test('a post is the call of the specification: content type, slug, limit 1', async () => {
  const service = await startContentfulStandIn();
  await createContentfulSource(service.settings).post('caf\u00e9-crash');
  expect(service.calls.map((call) => call.query)).toEqual([
    { content_type: 'blogPost', 'fields.slug': 'caf\u00e9-crash', limit: '1' },
  ]);
});

test('every way to fail is ContentUnavailable of its kind, after one call and within the deadline', async () => {
  const kinds = await Promise.all(
    FAILURES.map(async (failure) => {
      const service = await startContentfulStandIn();
      service.behaviour = failure;
      const error = await failureOf(createContentfulSource(service.settings).list(0, 20));
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
    broken: 'http',
    html: 'malformed',
    'empty-object': 'malformed',
    truncated: 'malformed',
    'cut-off': 'malformed',
    redirect: 'http',
  });
});

test('a service that refuses connections is ContentUnavailable, and is found again when it is back', async () => {
  const service = await startContentfulStandIn();
  const source = createContentfulSource(service.settings);
  await service.goDown();
  expect((await failureOf(source.list(0, 20))).kind).toBe('refused');
  await service.goUp();
  expect((await source.list(0, 20)).posts.length).toBeGreaterThan(0);
});

test('no error carries the token, however deep one looks', async () => {
  for (const failure of ['broken', 'unauthorised', 'reset', 'html'] as const) {
    const service = await startContentfulStandIn();
    service.behaviour = failure;
    const error = await failureOf(createContentfulSource(service.settings).post('any'));
    expect(inspect(error, { depth: 20, showHidden: true }), failure).not.toContain(TOKEN.slice(-5));
  }
});

test('an entry that cannot be shown is left out of the list and does not take the others with it', async () => {
  const service = await startContentfulStandIn();
  const before = await createContentfulSource(service.settings).list(0, 20);
  Object.assign(service.entry(before.posts[0]?.slug as string).fields, { title: undefined });
  const { posts, total } = await createContentfulSource(service.settings).list(0, 20);
  expect(posts.map((post) => post.id)).toEqual(before.posts.slice(1).map((post) => post.id));
  expect(total).toBe(before.total);
});

test('a list in which no entry can be shown is a failure, and an empty one is not', async () => {
  const service = await startContentfulStandIn();
  const source = createContentfulSource(service.settings);
  for (const { fields } of service.entries) Object.assign(fields, { slug: 17 });
  expect((await failureOf(source.list(0, 20))).kind).toBe('malformed');
  service.entries = [];
  expect(await source.list(0, 20)).toEqual({ posts: [], total: 0 });
});
