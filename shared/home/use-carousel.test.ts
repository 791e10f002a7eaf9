import { expect, test } from 'vitest';
import { isInView, wrapIndex } from './use-carousel.ts';

test('the index of the carousel goes on from the last slide to the first, and back', () => {
  expect(wrapIndex(5, 1, 6)).toBe(0);
  expect(wrapIndex(0, -1, 6)).toBe(5);
  expect(wrapIndex(2, 1, 6)).toBe(3);
});

test('the carousel shows as many slides as the view holds, around the end', () => {
  const shown = (index: number, perView: number) =>
    [0, 1, 2, 3, 4, 5].filter((slide) => isInView(slide, index, perView, 6));
  expect(shown(0, 4)).toEqual([0, 1, 2, 3]);
  expect(shown(4, 4)).toEqual([0, 1, 4, 5]);
  expect(shown(5, 2)).toEqual([0, 5]);
  expect(shown(3, 1)).toEqual([3]);
});
