import {
  type Claims,
  changedClaims,
  DEFAULT_CLAIMS,
  yearsOfExperience,
} from '../../../shared/site/claims.ts';
import type { Company } from '../../../shared/site/company.ts';
import { PLACEHOLDER_COMPANY, SPECIFIED_FACTS } from '../../../shared/site/placeholder-company.ts';
import type { ParsedSiteFile } from './load-site-file.ts';

const NO_CLAIMS = Object.fromEntries(
  Object.keys(DEFAULT_CLAIMS).map((claim) => [claim, false]),
) as { [claim in keyof Claims]: false };

/**
 * Returns the settings of the site file. When the company has a name, the site makes only the
 * claims of the file and states only its facts. Otherwise the specification's claims and facts
 * stand.
 */
export function siteFileSettings(
  { site, redirects, photos, mark }: ParsedSiteFile,
  ownFacts: Partial<Company>,
) {
  const given: Partial<Company> = { ...site.company, ...ownFacts };
  const isOwn = given.name !== undefined;
  const today = new Date();
  if (given.founded !== undefined) given.years ??= copyrightYears(given.founded, today);
  const { founded } = given;
  const company: Company = {
    ...PLACEHOLDER_COMPANY,
    ...(isOwn ? {} : SPECIFIED_FACTS),
    ...given,
  };
  const claims = changedClaims({ ...(isOwn ? NO_CLAIMS : {}), ...site.claims });
  const saysExperience = { ...DEFAULT_CLAIMS, ...claims }.experience;
  return {
    company,
    claims,
    brand: site.brand ?? null,
    mark,
    testimonials: site.testimonials,
    faq: site.faq,
    headings: site.headings,
    legal: site.legal,
    photoTexts: site.photos,
    /** True if pages say how soon callers were called back. */
    proof: site.proof ?? false,
    experience:
      founded === undefined || !saysExperience ? undefined : yearsOfExperience(founded, today),
    /** The photos by URL path. */
    photos,
    /** Redirect targets by decoded source path. */
    redirects,
  };
}

/** Returns the years from the foundation to this one. */
function copyrightYears(founded: number, today: Date): string {
  const year = today.getFullYear();
  return founded < year ? `${founded}-${year}` : String(founded);
}
