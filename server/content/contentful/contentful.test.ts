import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import {
  type ContentfulStandIn,
  FAILURES,
  somePosts,
  startContentfulStandIn,
  TOKEN,
} from '../../../test/stand-ins/contentful-stand-in.ts';
import {
  type AssetItem,
  assetLink,
  type EntryItem,
  entryLink,
} from '../../../test/stand-ins/entries.ts';
import { doc } from '../../../test/stand-ins/rich-text.ts';
import { serve } from '../../../test/support/serve.ts';
import { blogFields } from '../../config/site-file.ts';
import { createContentfulSource } from './contentful.ts';
import { ContentUnavailable } from './source.ts';

/** A short deadline for the services that hang, and no other. */
const hurried = (service: ContentfulStandIn) => {
  const isSilent = service.behaviour === 'hang' || service.behaviour === 'drip';
  return createContentfulSource({ ...service.settings, deadlineMs: isSilent ? 1000 : 30_000 });
};

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
  await createContentfulSource(service.settings).post('caf\u00e9-crash');
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

test('the catalogue asks for what it needs, a thousand at a time, and has every entry once', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(2345);
  const catalogue = await createContentfulSource(service.settings).catalogue();
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(2345);
  expect(service.calls.map(({ query }) => query)).toEqual(
    ['0', '1000', '2000'].map((skip) => ({
      content_type: 'blogPost',
      select:
        'sys.id,sys.revision,sys.updatedAt,metadata.tags,fields.title,fields.slug,fields.publishedDate,sys.type', // the type is the SDK's wish
      order: '-fields.publishedDate,sys.id',
      limit: '1000',
      skip,
      include: '0',
    })),
  );
});

test('a configured language is asked for with every call', async () => {
  const service = await startContentfulStandIn();
  const reading = { fields: blogFields({}), locale: 'en-GB', onWarning: () => {} };
  const source = createContentfulSource(service.settings, reading);
  await Promise.all([source.catalogue(), source.list(0, 20), source.post('any')]);
  expect(service.calls.map(({ query }) => query.locale)).toEqual(['en-GB', 'en-GB', 'en-GB']);
});

test('fields may have other names', async () => {
  const service = await startContentfulStandIn();
  const fields = { title: 'headline', slug: 'path', publishedDate: 'date' };
  const reading = { fields: blogFields(fields), onWarning: () => {} };
  const source = createContentfulSource(service.settings, reading);
  await source.post('any');
  await source.catalogue().catch(() => {});
  expect(
    service.calls.map(({ query }) => [query.order, query['fields.path'], query.select]),
  ).toEqual([
    ['-fields.date,sys.id', 'any', undefined],
    [
      '-fields.date,sys.id',
      undefined,
      'sys.id,sys.revision,sys.updatedAt,metadata.tags,fields.headline,fields.path,fields.date,sys.type',
    ],
  ]);
});

test('every failure is ContentUnavailable of its kind, after one call and within the deadline', async () => {
  const kinds = await Promise.all(
    FAILURES.map(async (failure) => {
      const service = await startContentfulStandIn();
      service.behaviour = failure;
      const error = await failureOf(hurried(service).list(0, 20));
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

test('a service that refuses connections is ContentUnavailable, and is found again when it is back', async () => {
  const service = await startContentfulStandIn();
  const source = createContentfulSource(service.settings);
  await service.goDown();
  expect((await failureOf(source.list(0, 20))).kind).toBe('refused');
  await service.goUp();
  expect((await source.list(0, 20)).length).toBeGreaterThan(0);
});

test('no error carries the token at any depth', async () => {
  for (const failure of ['broken', 'unauthorised', 'unknown-field', 'reset', 'html'] as const) {
    const service = await startContentfulStandIn();
    service.behaviour = failure;
    const error = await failureOf(hurried(service).post('any'));
    expect(inspect(error, { depth: 20, showHidden: true }), failure).not.toContain(TOKEN.slice(-5));
  }
});

test('an entry that cannot be shown is left out of the list and does not take the others with it', async () => {
  const service = await startContentfulStandIn();
  const source = createContentfulSource(service.settings);
  const before = await source.list(0, 20);
  Object.assign(service.entry(before[0]?.post.slug as string).fields, { title: undefined });
  const ids = (posts: typeof before) => posts.map(({ post }) => post.id);
  expect(ids(await source.list(0, 20))).toEqual(ids(before).slice(1));
  const [first, ...others] = await source.catalogue();
  expect(first?.fault).toBe('it has no title');
  expect(others.map(({ id }) => id)).toEqual(ids(before).slice(1));
});

test('a catalogue in which no entry can be shown is a set-up fault; an empty one is not', async () => {
  const service = await startContentfulStandIn();
  const source = createContentfulSource(service.settings);
  for (const { fields } of service.entries) Object.assign(fields, { slug: 17 });
  expect((await failureOf(source.catalogue())).kind).toBe('setup');
  service.entries = [];
  expect(await source.catalogue()).toEqual([]);
});

test('a post names everything it shows, including what its embeds show', async () => {
  const service = await startContentfulStandIn();
  const [outer, inner, other] = somePosts(3) as [EntryItem, EntryItem, EntryItem];
  const [asset] = service.assets as [AssetItem];
  const embedOf = (id: string) => ({
    nodeType: 'embedded-entry-block',
    data: { target: entryLink(id) },
    content: [],
  });
  outer.fields.content = doc(embedOf(inner.sys.id));
  inner.fields.featuredImage = assetLink(asset.sys.id);
  inner.fields.content = doc(embedOf(outer.sys.id)); // in a circle
  service.entries = [outer, inner, other];
  const source = createContentfulSource(service.settings);
  const linksOf = async (slug: string) => (await source.post(slug))?.links;
  expect((await linksOf('post-1'))?.sort()).toEqual(
    [asset.sys.id, inner.sys.id, outer.sys.id].sort(),
  );
  expect(await linksOf('post-3')).toEqual([]);
});

/** A service that lists what a function gives for a skip, and how often it was asked. */
async function listing(answer: (skip: number, call: number) => { total: number; ids: number[] }) {
  let calls = 0;
  const origin = await serve((request, response) => {
    calls += 1;
    const skip = Number(new URL(request.url ?? '', 'http://x').searchParams.get('skip'));
    const { total, ids } = answer(skip, calls);
    const items = ids.map((id) => {
      return { sys: { id: `id-${id}` }, fields: { title: `Post ${id}`, slug: `post-${id}` } };
    });
    response.end(JSON.stringify({ sys: { type: 'Array' }, total, items }));
  });
  const settings = { space: 'x', environment: 'master', accessToken: 'x', origin };
  return { source: createContentfulSource(settings), calls: () => calls };
}

const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

test('a post that passes from one page of the catalogue to another meanwhile is not left out', async () => {
  // While the first page was on its way, the last post of it became the first of all.
  const { source, calls } = await listing((skip, call) => {
    if (call === 1) return { total: 1001, ids: from(1, 1000) };
    if (call === 2) return { total: 1001, ids: [1000] };
    return { total: 1001, ids: skip === 0 ? [1001, ...from(1, 999)] : [1000] };
  });
  expect((await source.catalogue()).map(({ id }) => id)).toContain('id-1001');
  expect(calls()).toBe(4);
});

test('a catalogue that is never whole is an outage, not a shorter blog', async () => {
  const { source, calls } = await listing((skip) => {
    return { total: 1001, ids: skip === 0 ? from(1, 1000) : [1000] };
  });
  expect((await failureOf(source.catalogue())).kind).toBe('malformed');
  expect(calls()).toBe(6);
});

test.each([
  ['gives the same page whatever is skipped', () => from(1, 1000), 2],
  ['never comes to an end', (skip: number) => from(skip, 10), 100],
])('a service that %s is an outage, and not asked without end', async (_, ids, calls) => {
  const { source, calls: made } = await listing((skip) => ({ total: 1e9, ids: ids(skip) }));
  expect((await failureOf(source.catalogue())).kind).toBe('malformed');
  expect(made()).toBe(calls);
});
