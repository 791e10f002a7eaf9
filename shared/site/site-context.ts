import { createContext, useContext } from 'react';
import type { CallbackProofFacts } from '../callback/proof-facts.ts';
import type { Question } from '../content/faq.ts';
import type { Testimonial } from '../content/testimonials.ts';
import type { FooterPages } from '../content-page.ts';
import type { CorePageId, ROUTES } from '../routes.ts';
import { createWording, type Wording, type WordingInput } from './claims.ts';
import type { Company } from './company.ts';
import type { PhotoTexts } from './photo.ts';

/**
 * The part of the configuration that the browser may see, complete. It is in every page, so unset
 * properties are left out.
 */
export interface Site extends WordingInput {
  /** Public origin without a trailing slash, for canonical and social addresses. */
  url: string;
  /** False on staging: every page says noindex. */
  indexing: boolean;
  /** Share of visits that report web vitals, 0 to 1. */
  vitalsSampleRate: number;
  serviceWorker: boolean;
  /** The path of the owner's mark. */
  ownMark?: string | undefined;
  /** The company's own testimonials; without them the samples are shown, marked as examples. */
  testimonials?: readonly Testimonial[];
  /** Questions in place of those that the site comes with. */
  faq?: readonly Question[];
  /** Pages of the content service, as the footer lists them. */
  pages?: FooterPages;
  /** Core pages that the owner has written. */
  ownPages?: readonly CorePageId[];
  /**
   * Days after which a callback request is erased, 0 for never; not set where another system keeps
   * them.
   */
  retentionDays?: number | undefined;
  /** The owner's words at the heads of pages, by page. */
  headings?: Headings;
  /** Dates since which the legal pages apply, `YYYY-MM-DD`. */
  legal?: LegalDates;
  /** The words of the owner's photos. */
  photos?: PhotoTexts;
  /** The line under the name in the logo: the specification's when not set, none when ''. */
  subtitle?: string | undefined;
  /** True when the posts are those that the site comes with, by authors who do not exist. */
  samplePosts: boolean;
  /** The wait of last month's callers, when the owner shows it. */
  proof?: CallbackProofFacts | undefined;
  /** True on a public site without a content space, which has no blog and does not lead to it. */
  noBlog?: true | undefined;
}

export type Headings = { [page in PageWithHeading]?: { h1?: string; lead?: string } };

/** Every page whose head has words of its own. */
export type PageWithHeading = Exclude<(typeof ROUTES)[number]['id'], 'blog-post' | 'content-page'>;

export interface LegalDates {
  termsFrom?: string;
  privacyFrom?: string;
  complaintsFrom?: string;
}

export const SITE_SCRIPT_ID = 'site';

/** The settings of the site. The document provides them; nothing is rendered outside of one. */
export const SiteContext = createContext({} as Site);

export function useSite(): Site {
  return useContext(SiteContext);
}

/** Returns the words at the head of a page: the owner's, or these. */
export function useHeading(page: PageWithHeading, defaults: { h1: string; lead?: string }) {
  return { ...defaults, ...useSite().headings?.[page] };
}

/** Returns the company's claims, in words. */
export function useWording(): Wording {
  return createWording(useSite());
}

/** Returns the company's facts, as configured. */
export function useCompany(): Company {
  return useSite().company;
}
