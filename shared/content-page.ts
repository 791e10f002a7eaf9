import type { Picture, PostSeo, RichText } from './blog/post.ts';
import type { Question } from './content/faq.ts';

/** Headings of the footer, by what an editor chooses in the field `group`. */
export const PAGE_GROUPS = {
  Drivers: 'Drivers we help',
  Areas: 'Areas',
  Guides: 'Guides',
} as const;

export type PageGroup = keyof typeof PAGE_GROUPS;

/** A page that editors publish in the content service, at `/{slug}`. */
export interface ContentPage {
  id: string;
  slug: string;
  title: string;
  /** Lead of the page, and its description unless `seo` has another. */
  summary: string;
  image: Picture | null;
  content: RichText;
  questions: Question[];
  /** The group in the footer; a page without one is not listed there. */
  group?: PageGroup;
  /** The place that the page is about. */
  area?: string;
  /**
   * The end of the page: the callback form, or a card with the phone number. Undefined for a core
   * page that ends as it would without the owner's words.
   */
  ending?: 'Form' | 'Call';
  seo?: PostSeo;
  /** ISO 8601 time of the last change of the page or of one of its questions. */
  updatedAt: string;
}

/** The words of a page in the footer. */
export interface FooterPage {
  slug: string;
  title: string;
}

/** Groups without pages are left out. */
export type FooterPages = { readonly [group in PageGroup]?: readonly FooterPage[] };
