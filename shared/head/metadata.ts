import type { PageId } from '../addresses.ts';
import type { Wording } from '../site/claims.ts';
import type { SocialPicture } from './social-pictures.ts';

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
