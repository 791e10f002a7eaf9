/** Pages, by id, on which the owner may show a photo. */
export const PHOTO_PAGES = ['about', 'bodyshop-repairs', 'contact'] as const;

export type PhotoPage = (typeof PHOTO_PAGES)[number];

/** Text alternatives of the photos. */
export type PhotoAltTexts = { [page in PhotoPage]?: string };

export const PHOTO_WIDTH_PX = 1200;
export const PHOTO_HEIGHT_PX = 800;

export const photoPath = (page: PhotoPage) => `/photos/${page}.webp`;
