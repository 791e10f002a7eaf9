import { expect, test } from 'vitest';
import { nextToRead } from './tags.ts';

const link = (slug: string) => ({ slug, title: slug.toUpperCase(), publishedDate: '2025-01-01' });
const POSTS = ['a', 'b', 'c', 'd', 'e', 'f'].map(link);
const slugs = (...parts: Parameters<typeof nextToRead>) =>
  nextToRead(...parts).map(({ slug }) => slug);

test("the editor's choice comes first, then posts with the same tag, then the nearest by date", () => {
  expect(slugs({ slug: 'b' }, POSTS)).toEqual(['c', 'd', 'e']);
  expect(slugs({ slug: 'e' }, POSTS)).toEqual(['f', 'd', 'c']);
  expect(slugs({ slug: 'f' }, POSTS)).toEqual(['e', 'd', 'c']);
  expect(slugs({ slug: 'b' }, POSTS.slice(0, 3))).toEqual(['c', 'a']);
  const tagged = ['b', 'f'].map(link);
  expect(slugs({ slug: 'b' }, POSTS, tagged)).toEqual(['f', 'c', 'd']);
  expect(slugs({ slug: 'b', next: [link('e'), link('f')] }, POSTS, tagged)).toEqual([
    'e',
    'f',
    'c',
  ]);
  expect(slugs({ slug: 'a' }, POSTS, ['a', 'd', 'e', 'f'].map(link))).toEqual(['d', 'e', 'f']);
});

test('there are at most three links, never one to the post itself, and none when it is alone', () => {
  expect(nextToRead({ slug: 'a', next: POSTS }, POSTS)).toEqual(['b', 'c', 'd'].map(link));
  expect(slugs({ slug: 'new' }, POSTS)).toEqual(['a', 'b', 'c']);
  expect(slugs({ slug: 'a' }, [link('a'), link('b')])).toEqual(['b']);
  expect(slugs({ slug: 'a' }, [link('a')])).toEqual([]);
});
