import { expect, test } from 'vitest';
import { relatedPosts } from './tags.ts';

const link = (slug: string) => ({ slug, title: slug.toUpperCase(), publishedDate: '2025-01-01' });
const POSTS = ['a', 'b', 'c', 'd', 'e', 'f'].map(link);
const slugs = (...parts: Parameters<typeof relatedPosts>) =>
  relatedPosts(...parts).map(({ slug }) => slug);

test("prefers the editor's choice, then shared tags, then the nearest by date", () => {
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

test('lists at most three posts, never the post itself', () => {
  expect(relatedPosts({ slug: 'a', next: POSTS }, POSTS)).toEqual(['b', 'c', 'd'].map(link));
  expect(slugs({ slug: 'new' }, POSTS)).toEqual(['a', 'b', 'c']);
  expect(slugs({ slug: 'a' }, [link('a'), link('b')])).toEqual(['b']);
  expect(slugs({ slug: 'a' }, [link('a')])).toEqual([]);
});
