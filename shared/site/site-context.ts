import { createContext, useContext } from 'react';
import type { ROUTES } from '../addresses.ts';
import type { Question } from '../content/faq.ts';
import type { Testimonial } from '../content/testimonials.ts';
import type { FooterPages } from '../content-page.ts';
import { type Facts, type Wording, wordingOf } from './claims.ts';
import type { Company } from './company.ts';
import type { PhotoWords } from './photo.ts';

/**
 * What the browser may see of the configuration: the one list of it. It is in every page, so what is
 * not set is left out.
 */
export interface Site extends Facts {
  /** Public origin without a trailing slash, for canonical and social addresses. */
  url: string;
  /** False on staging: every page says noindex. */
  indexing: boolean;
  /** Share of visits that report web vitals, 0 to 1. */
  vitalsSampleRate: number;
  serviceWorker: boolean;
  /** Whether `/favicon.svg` is the owner's mark. */
  ownMark?: true | undefined;
  /** The company's own; without them the samples are shown, marked as examples. */
  testimonials?: readonly Testimonial[];
  /** Instead of the questions that the site comes with. */
  faq?: readonly Question[];
  /** Pages of the content service, as the footer lists them. */
  pages?: FooterPages;
  /**
   * Days after which a callback request is erased, 0 for never; not set where another system keeps
   * them.
   */
  retentionDays?: number | undefined;
  /** The owner's words at the heads of pages, by page. */
  headings?: Headings;
  /** Since when the legal pages apply, `YYYY-MM-DD`. */
  legal?: LegalDates;
  /** What the owner's photos show. */
  photos?: PhotoWords;
  /** The posts are those that the site comes with, by authors who do not exist. */
  samplePosts: boolean;
  /** A public site without a content space has no blog, and does not lead to it. */
  noBlog?: true | undefined;
}

export type Headings = { [page in HeadedPage]?: { h1?: string; lead?: string } };

/** Every page whose head has words of its own. */
export type HeadedPage = Exclude<(typeof ROUTES)[number]['id'], 'blog-post' | 'content-page'>;

export interface LegalDates {
  termsFrom?: string;
  privacyFrom?: string;
  complaintsFrom?: string;
}

export const SITE_SCRIPT_ID = 'site';

/** The document provides it; nothing is rendered outside of one. */
export const SiteContext = createContext({} as Site);

export function useSite(): Site {
  return useContext(SiteContext);
}

/** The words at the head of a page: the owner's, or these. */
export function useHeading(page: HeadedPage, own: { h1: string; lead?: string }) {
  return { ...own, ...useSite().headings?.[page] };
}

/** The company's claims, in words. */
export function useWording(): Wording {
  return wordingOf(useSite());
}

/** The company's facts, as configured. */
export function useCompany(): Company {
  return useSite().company;
}
