import type { PageId } from '../addresses.ts';
import type { Wording } from '../site/claims.ts';

/** Words as they stand, or as the company's claims make them. */
export type ClaimedText = string | ((wording: Wording) => string);

/** What search results and shared links say about a page, given in its file in shared/pages. */
export interface PageMetadata {
  id: PageId;
  /** Without the product-name suffix. With it, search results show about 60 characters. */
  title: ClaimedText;
  /** 110 to 155 characters: shorter ones get replaced by search engines, longer ones get cut. */
  description: ClaimedText;
  /** Comma separated. */
  keywords: ClaimedText;
  /** Of a page that is shared: a PNG in `public/` that `build/artwork/make-pictures.ts` draws. */
  picture: string;
  pictureAlt: string;
  /** Name of the page in a breadcrumb trail: what the header or the footer calls it. */
  breadcrumb: string;
}

// Pictures of several pages. They carry no company fact: those come from the configuration.
export const HOME_PICTURE = {
  picture: '/social/home.png',
  pictureAlt:
    'A yellow recovery truck carries a white car past a road sign: Not your fault? We’ll take it from here.',
};
export const BLOGS_PICTURE = {
  picture: '/social/blogs.png',
  pictureAlt: 'A minibus at night by a road sign: Our Blog. News, tips and insights',
};
export const LEGAL_PICTURE = {
  picture: '/social/legal.png',
  pictureAlt: 'A black taxi by a road sign: Terms, complaints and privacy',
};
