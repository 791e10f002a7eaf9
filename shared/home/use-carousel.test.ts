import { expect, test } from 'vitest';
import { isInView } from './use-carousel.ts';

test('the carousel shows as many slides as the view holds, around the end', () => {
  const shown = (index: number, perView: number) =>
    [0, 1, 2, 3, 4, 5].filter((slide) => isInView(slide, index, perView, 6));
  expect(shown(0, 4)).toEqual([0, 1, 2, 3]);
  expect(shown(4, 4)).toEqual([0, 1, 4, 5]);
  expect(shown(5, 2)).toEqual([0, 5]);
  expect(shown(3, 1)).toEqual([3]);
});
