import { describe, expect, test } from 'vitest';
import { startContentfulStandIn } from '../../../test/fakes/contentful-stand-in.ts';
import type { ContentSource } from './content-source.ts';
import { createContentfulSource } from './contentful-source.ts';
import { createSampleSource } from './sample-source.ts';

const {
  CONTENTFUL_SPACE_ID,
  CONTENTFUL_ACCESS_TOKEN,
  CONTENTFUL_ENVIRONMENT = 'master',
  CONTENTFUL_HOST,
} = process.env;
const live =
  CONTENTFUL_SPACE_ID && CONTENTFUL_ACCESS_TOKEN
    ? {
        space: CONTENTFUL_SPACE_ID,
        accessToken: CONTENTFUL_ACCESS_TOKEN,
        environment: CONTENTFUL_ENVIRONMENT,
        origin: CONTENTFUL_HOST?.includes('://')
          ? CONTENTFUL_HOST
          : `https://${CONTENTFUL_HOST ?? 'cdn.contentful.com'}`,
      }
    : null;

const SOURCES: [name: string, open: () => Promise<ContentSource>][] = [
  ['the embedded posts', async () => createSampleSource()],
  [
    'Contentful over HTTP',
    async () => createContentfulSource((await startContentfulStandIn()).settings),
  ],
  ...(live
    ? [
        ['the live service', async () => createContentfulSource(live)] satisfies [
          string,
          () => Promise<ContentSource>,
        ],
      ]
    : []),
];

const listed = async (source: ContentSource, skip = 0, limit = 20) =>
  (await source.listPosts(skip, limit)).posts;

describe.each(SOURCES)('%s', (_name, open) => {
  test('lists posts newest first, no more than asked for, with the number of all', async () => {
    const source = await open();
    const posts = await listed(source);
    expect(posts.length).toBeGreaterThan(0);
    expect(posts.length).toBeLessThanOrEqual(20);
    const dates = posts.map((post) => post.publishedDate);
    expect(dates).toEqual([...dates].sort().reverse());
    const part = await listed(source, 1, 2);
    expect(part.map((post) => post.id)).toEqual(posts.slice(1, 3).map((post) => post.id));
  });

  test('the revisions are those of the list, whose pages have as many entries as it says', async () => {
    const source = await open();
    const revisions = await source.revisions();
    const { revisions: listedOnes, total, posts } = await source.listPosts(0, 1000);
    expect(revisions).toEqual(listedOnes);
    expect(Object.keys(revisions).length).toBe(total);
    expect(posts.every(({ id }) => id in revisions)).toBe(true);
    expect((await source.listPosts(total, 20)).posts).toEqual([]);
  });

  test('gives each listed post under its slug, the same as in the list', async () => {
    const source = await open();
    for (const { id, slug, title } of await listed(source, 0, 3))
      expect(await source.findPost(slug)).toMatchObject({ id, title });
  });

  test('has nothing under an unknown slug', async () => {
    const source = await open();
    expect(await source.findPost('no-such-post-0c1f')).toBeNull();
  });

  test('gives complete posts that can be written as JSON', async () => {
    const source = await open();
    const posts = await listed(source);
    expect(JSON.parse(JSON.stringify(posts))).toEqual(posts);
    for (const post of posts) {
      expect(post.id && post.slug && post.title).toBeTruthy();
      expect(Number.isNaN(Date.parse(post.updatedAt)), post.slug).toBe(false);
    }
  });
});

test('the embedded posts and the same entries over HTTP are the same posts', async () => {
  const embedded = await listed(createSampleSource());
  const service = await startContentfulStandIn();
  expect(await listed(createContentfulSource(service.settings))).toEqual(embedded);
});
