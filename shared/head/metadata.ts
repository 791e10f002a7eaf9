import type { PageId } from '../addresses.ts';
import type { SocialPicture } from './social-pictures.ts';

/** What search results and shared links say about a page, given in its file in shared/pages. */
export interface PageMetadata {
  id: PageId;
  /** Without the product-name suffix. With it, search results show about 60 characters. */
  title: string;
  /** 110 to 155 characters: shorter ones get replaced by search engines, longer ones get cut. */
  description: string;
  /** Comma separated. */
  keywords: string;
  socialPicture: SocialPicture;
  /** Name of the page in a breadcrumb trail: what the header or the footer calls it. */
  breadcrumb: string;
}
