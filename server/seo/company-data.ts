import type {
  AutomotiveBusinessLeaf,
  OpeningHoursSpecification,
  OrganizationLeaf,
  PostalAddress,
} from 'schema-dts';
import { said } from '../../shared/head/head.ts';
import { metadata as home } from '../../shared/pages/Home.tsx';
import { wordingOf } from '../../shared/site/claims.ts';
import type { AddressParts, OpeningHours } from '../../shared/site/company.ts';
import type { Site } from '../../shared/site/site-context.ts';
import { ICON_PATH } from './icons.ts';

/** Hours of a 24-hour helpline unless the owner gives others; the office has its own. */
const AROUND_THE_CLOCK: OpeningHoursSpecification = {
  '@type': 'OpeningHoursSpecification',
  dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  opens: '00:00',
  closes: '23:59',
};

function openingHours({ days, opens, closes }: OpeningHours): OpeningHoursSpecification {
  return { '@type': 'OpeningHoursSpecification', dayOfWeek: days, opens, closes };
}

/** One name for the company across all pages, so that readers of the data see one thing. */
export function companyId(site: Pick<Site, 'url'>): string {
  return `${site.url}/#company`;
}

/** The publisher of the page; Home carries the full details. */
export function companyName(site: Site) {
  return {
    '@type': 'Organization',
    '@id': companyId(site),
    name: site.company.name,
    url: `${site.url}/`,
    logo: `${site.url}${site.brand ? ICON_PATH : '/icon-512.png'}`,
  } as const satisfies OrganizationLeaf;
}

/**
 * An address in parts where they are known. A plain text is passed on whole, because we cannot know
 * where the town begins in it.
 */
function postalAddress(text: string, parts?: AddressParts): PostalAddress {
  return {
    '@type': 'PostalAddress',
    streetAddress: parts?.street ?? text,
    addressLocality: parts?.locality,
    addressRegion: parts?.region,
    postalCode: parts?.postcode,
    addressCountry: 'GB',
  };
}

/**
 * The company.
 *
 * AutomotiveBusiness is the most specific type that is true. Its subtypes name a trade that the
 * company arranges but does not carry out (AutoBodyShop, AutoRental), EmergencyService stands for
 * fire stations and the like, ProfessionalService is deprecated by schema.org, and LegalService or
 * InsuranceAgency would say what the company is not.
 *
 * Phone numbers are written as they are everywhere else on the site.
 */
export function company(site: Site): AutomotiveBusinessLeaf {
  const facts = site.company;
  const { founded, dayAndNight } = wordingOf(site);
  const contact = { '@type': 'ContactPoint', areaServed: 'GB', availableLanguage: 'en' } as const;
  return {
    ...companyName(site),
    '@type': 'AutomotiveBusiness',
    legalName: facts.legalName,
    description: said(home.description, site),
    image: site.url + home.socialPicture.path,
    telephone: facts.phone,
    email: facts.email,
    address: postalAddress(facts.headOffice, facts.headOfficeParts),
    legalAddress: postalAddress(facts.registeredOffice, facts.registeredOfficeParts),
    identifier: {
      '@type': 'PropertyValue',
      propertyID: 'Companies House company number',
      value: facts.number,
    },
    foundingDate: String(founded),
    areaServed: { '@type': 'Country', name: 'United Kingdom' },
    vatID: facts.vat,
    openingHoursSpecification: facts.officeHours?.map(openingHours),
    sameAs: facts.profiles,
    contactPoint: [
      {
        ...contact,
        contactType: 'emergency',
        telephone: facts.phone24h,
        hoursAvailable:
          facts.lineHours?.map(openingHours) ?? (dayAndNight ? AROUND_THE_CLOCK : undefined),
      },
      {
        ...contact,
        contactType: 'customer service',
        telephone: facts.phone,
        email: facts.email,
      },
      { ...contact, contactType: 'claims', email: facts.claimsEmail },
    ],
  };
}
