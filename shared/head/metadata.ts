import type { PageId } from '../routes.ts';
import type { Claims, Wording } from '../site/claims.ts';

/** Words as they stand, or as the company's claims make them. */
export type PageText = string | ((wording: Wording) => string);

/** The words about a page in search results and shared links, given in its file in shared/pages. */
export interface PageMetadata {
  id: PageId;
  /**
   * The title without the product-name suffix. With it, search results show about 60 characters.
   */
  title: PageText;
  /** 91 to 155 characters: shorter ones get replaced by search engines, longer ones get cut. */
  description: PageText;
  /** Comma separated. */
  keywords: PageText;
  /**
   * The picture of shared links, its own or another page's: a PNG in `public/`, by
   * `build/artwork/make-pictures.ts`.
   */
  picture: string;
  pictureAlt: string;
  /** The claim without which the picture would promise too much. */
  pictureClaim?: keyof Claims;
  /** Name of the page in a breadcrumb trail: what the header or the footer calls it. */
  breadcrumb: string;
}

// Pictures of several pages. Like all of them they show a scene, without a word: names, numbers and
// claims are the owner's to change.
export const HOME_PICTURE = {
  picture: '/social/home.png',
  pictureAlt: 'A yellow recovery truck carries a green car along a road by day',
  pictureClaim: 'recovery',
} as const;
export const BLOGS_PICTURE = {
  picture: '/social/blogs.png',
  pictureAlt: 'A red car with its headlights on drives along a road at night',
};
export const LEGAL_PICTURE = {
  picture: '/social/legal.png',
  pictureAlt: 'A black cab on a road in front of sand-coloured hills',
  pictureClaim: 'taxis',
} as const;
/** A picture that promises nothing. */
export const CAR_PICTURE = {
  picture: '/social/credit-hire.png',
  pictureAlt: 'A white car on a road in front of sand-coloured hills',
};
