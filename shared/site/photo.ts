/** Pages, by id, on which the owner may show a photo. */
export const PHOTO_PAGES = [
  'home',
  'about',
  'accident',
  'replacement-vehicles',
  'credit-hire',
  'bodyshop-repairs',
  'contact',
] as const;

export type PhotoPage = (typeof PHOTO_PAGES)[number];

/** The words of a photo: what it shows, for those who cannot see it, and a line below it. */
export interface PhotoText {
  alt: string;
  caption?: string;
}

export type PhotoTexts = { [page in PhotoPage]?: PhotoText };

/** Widths in which each photo is served: a phone fetches the smaller one. */
export const PHOTO_WIDTHS_PX = [600, 1200] as const;

/** The width of a photo divided by its height. */
export const PHOTO_ASPECT_RATIO = 3 / 2;

/** @param name the id of a page, or the `photo` of a person in the site file */
export const photoPath = (name: string, widthPx: (typeof PHOTO_WIDTHS_PX)[number]) =>
  `/photos/${name}-${widthPx}.webp`;
