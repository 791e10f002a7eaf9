/** The slide `steps` further on; previous and next wrap around. */
export function wrapIndex(index: number, steps: number, count: number): number {
  return (((index + steps) % count) + count) % count;
}

/**
 * Whether a slide is in view when `perView` slides are shown from `index` on, around the end if
 * need be.
 */
export function isInView(slide: number, index: number, perView: number, count: number): boolean {
  return wrapIndex(slide, -index, count) < perView;
}
