import { createContext, useContext } from 'react';
import { type CompanyFacts, PLACEHOLDER_COMPANY } from './company.ts';

/**
 * What the server knows of itself and the browser may see: the one list of what crosses over from
 * the configuration.
 */
export interface Site {
  /** Public origin without a trailing slash, for canonical and social addresses. */
  url: string;
  /** False on staging: every page says noindex. */
  indexing: boolean;
  /** Share of visits that report web vitals, 0 to 1. */
  vitalsSampleRate: number;
  serviceWorker: boolean;
  company: CompanyFacts;
  /** The posts are those that the site comes with, by authors who do not exist. */
  samplePosts: boolean;
}

export const SITE_SCRIPT_ID = 'site';

export const SiteContext = createContext<Site>({
  url: '',
  indexing: true,
  vitalsSampleRate: 0,
  serviceWorker: false,
  company: PLACEHOLDER_COMPANY,
  samplePosts: false,
});

export function useSite(): Site {
  return useContext(SiteContext);
}

/** The company's facts, as configured. */
export function useCompany(): CompanyFacts {
  return useSite().company;
}
