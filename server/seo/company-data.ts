import type {
  AutomotiveBusinessLeaf,
  OpeningHoursSpecification,
  OrganizationLeaf,
  Place,
  PostalAddress,
} from 'schema-dts';
import { pictureOf, resolveText } from '../../shared/head/head.ts';
import { metadata as home } from '../../shared/pages/Home.tsx';
import { ICON_PATH } from '../../shared/routes.ts';
import { createWording } from '../../shared/site/claims.ts';
import { type AddressParts, DAYS, type OpeningHours } from '../../shared/site/company.ts';
import type { Site } from '../../shared/site/site-context.ts';

/** Hours of a 24-hour helpline unless the owner gives others; the office has its own. */
const AROUND_THE_CLOCK: OpeningHours = { days: [...DAYS], opens: '00:00', closes: '23:59' };

function openingHours({ days, opens, closes }: OpeningHours): OpeningHoursSpecification {
  return { '@type': 'OpeningHoursSpecification', dayOfWeek: days, opens, closes };
}

/** One name for the company across all pages, so that readers of the data see one thing. */
export const companyId = (site: Site) => `${site.url}/#company`;

/** The publisher of the page; Home carries the full details. */
export function companyName(site: Site) {
  return {
    '@type': 'Organization',
    '@id': companyId(site),
    name: site.company.name,
    url: `${site.url}/`,
    logo: site.url + (site.ownMark ?? ICON_PATH),
  } as const satisfies OrganizationLeaf;
}

/** The places that the company names; undefined when it names none. */
export const placesOf = ({ company: { places } }: Site): Place[] | undefined =>
  places?.length ? places.map((name): Place => ({ '@type': 'Place', name })) : undefined;

/** A plain text is passed on whole: nobody can know where the town begins in it. */
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
 * AutomotiveBusiness is the most specific type that is true. Its subtypes name a trade that the
 * company arranges but does not carry out (AutoBodyShop, AutoRental), EmergencyService stands for
 * fire stations and the like, ProfessionalService is deprecated by schema.org, and LegalService or
 * InsuranceAgency would say what the company is not.
 */
export function company(site: Site): AutomotiveBusinessLeaf {
  const facts = site.company;
  const { founded, dayAndNight, recovery } = createWording(site);
  const contact = { '@type': 'ContactPoint' } as const;
  return {
    ...companyName(site),
    '@type': 'AutomotiveBusiness',
    legalName: facts.legalName,
    description: resolveText(home.description, site),
    image: site.url + pictureOf(home, site).picture,
    telephone: facts.phone,
    email: facts.email,
    address: postalAddress(facts.headOffice, facts.headOfficeParts),
    legalAddress: postalAddress(facts.registeredOffice),
    identifier: facts.number,
    foundingDate: founded ? String(founded) : undefined,
    areaServed: placesOf(site),
    vatID: facts.vat,
    openingHoursSpecification: facts.officeHours?.map(openingHours),
    sameAs: facts.profiles,
    contactPoint: [
      {
        ...contact,
        contactType: recovery ? 'roadside assistance' : 'customer service',
        telephone: facts.phone24h,
        hoursAvailable:
          facts.lineHours?.map(openingHours) ??
          (dayAndNight ? openingHours(AROUND_THE_CLOCK) : undefined),
      },
      { ...contact, contactType: 'claims', email: facts.claimsEmail },
    ],
  };
}
