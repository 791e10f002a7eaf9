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
  socialPicture: SocialPicture;
  /** Name of the page in a breadcrumb trail: what the header or the footer calls it. */
  breadcrumb: string;
}

/** Of a page that is shared: `build/artwork/make-pictures.ts` draws them, 1200 by 630 pixels. */
export interface SocialPicture {
  /** Of a PNG in `public/`. */
  path: string;
  alt: string;
}

// Those that several pages share. They carry no company fact, since those come from the
// configuration.

export const HOME_PICTURE: SocialPicture = {
  path: '/social/home.png',
  alt: 'A yellow recovery truck carries a white car past a road sign: Not your fault? We’ll take it from here.',
};

export const BLOGS_PICTURE: SocialPicture = {
  path: '/social/blogs.png',
  alt: 'A minibus at night by a road sign: Our Blog. News, tips and insights',
};

export const LEGAL_PICTURE: SocialPicture = {
  path: '/social/legal.png',
  alt: 'A black taxi by a road sign: Terms, complaints and privacy',
};
