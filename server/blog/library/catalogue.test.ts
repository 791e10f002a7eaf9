import { expect, test } from 'vitest';
import { Catalogue } from './catalogue.ts';

const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `id-${index}`,
    slug: `post-${index}`,
    title: `Post ${index}`,
    publishedDate: '2025-01-01',
    updatedAt: '2025-01-01',
    revision: 1,
    tags: [],
    fault: null,
  }));

test('of the posts that were taken down 10,000 are remembered, and the oldest are forgotten', () => {
  const catalogue = new Catalogue(Date.now);
  catalogue.adopt(entries(10_001));
  catalogue.adopt([]);
  expect(catalogue.find('post-0').state).toBe('unknown');
  expect(catalogue.find('post-1').state).toBe('gone');
  expect(catalogue.find('post-10000').state).toBe('gone');
});
