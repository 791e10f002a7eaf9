import type {
  AutomotiveBusinessLeaf,
  BlogPostingLeaf,
  BreadcrumbList,
  Graph,
  ListItem,
  OpeningHoursSpecification,
  OrganizationLeaf,
  Place,
  PostalAddress,
  Service,
  WebPage,
} from 'schema-dts';
import { type Head, pictureOf, resolveText } from '../../shared/head/head.ts';
import { metadata as blogs } from '../../shared/pages/Blogs.tsx';
import { metadata as home } from '../../shared/pages/Home.tsx';
import { ICON_PATH, listPath } from '../../shared/routes.ts';
import { createWording } from '../../shared/site/claims.ts';
import { type AddressParts, DAYS, type OpeningHours } from '../../shared/site/company.ts';
import type { Site } from '../../shared/site/site-context.ts';

const LANGUAGE = 'en-GB';

/**
 * Describes a page to search engines as one schema.org graph: the company, the site, the page, its
 * breadcrumbs, a post, and the service that a page is about. Testimonials and steps are never marked up, because search engines
 * accept reviews only from independent sources. Questions are not, because Google shows none any
 * more (since 7 May 2026).
 */
export function structuredData(head: Head, site: Site): Graph {
  const isHome = head.metadata.id === 'home';
  return {
    '@context': 'https://schema.org',
    '@graph': [
      isHome ? company(site) : companyName(site),
      {
        '@type': 'WebSite',
        '@id': `${site.url}/#website`,
        url: `${site.url}/`,
        name: site.company.name,
        inLanguage: LANGUAGE,
      },
      ...(isHome ? [] : [page(head, site), breadcrumbs(head, site)]),
      ...(head.article ? [article(head.article, head, site)] : []),
      ...services(head, site),
    ],
  };
}

/** Pages whose content has a type in schema.org. */
const SCHEMA_TYPES = {
  about: 'AboutPage',
  contact: 'ContactPage',
  blogs: 'CollectionPage',
} as const;

function page(head: Head, site: Site): WebPage {
  const id = head.metadata.id;
  return {
    '@type': id in SCHEMA_TYPES ? SCHEMA_TYPES[id as keyof typeof SCHEMA_TYPES] : 'WebPage',
    '@id': `${head.canonical}#page`,
    url: head.canonical,
    name: head.title,
    description: head.description,
    inLanguage: LANGUAGE,
    isPartOf: { '@id': `${site.url}/#website` },
    primaryImageOfPage: { '@type': 'ImageObject', url: head.image.url },
    breadcrumb: { '@id': trailId(head) },
    dateModified: head.contentPage?.modified,
  };
}

const trailId = (head: Head) => `${head.canonical}#breadcrumb`;

/** Breadcrumbs from Home to the page. */
function breadcrumbs(head: Head, site: Site): BreadcrumbList {
  const { metadata, article, contentPage, canonical } = head;
  const isList = metadata.id === 'blogs';
  const crumbs = [[home.breadcrumb, `${site.url}/`]];
  if (isList || article) crumbs.push([blogs.breadcrumb, site.url + listPath()]);
  if (!isList)
    crumbs.push([article?.post.title ?? contentPage?.page.title ?? metadata.breadcrumb, canonical]);
  return {
    '@type': 'BreadcrumbList',
    '@id': trailId(head),
    itemListElement: crumbs.map(
      ([name, item], index): ListItem => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item,
      }),
    ),
  };
}

/** The kinds of service that the company arranges, by the page that is about each. */
const SERVICE_TYPES = {
  'replacement-vehicles': 'Replacement vehicle after a non-fault accident',
  'credit-hire': 'Credit hire',
  'bodyshop-repairs': 'Accident repair management',
} as const;

/** Lists the service that a page is about, if it is about one. */
function services(head: Head, site: Site): Service[] {
  const { id, breadcrumb } = head.metadata;
  if (id in SERVICE_TYPES) {
    const serviceType = SERVICE_TYPES[id as keyof typeof SERVICE_TYPES];
    return [service(head, site, { name: breadcrumb, serviceType, areaServed: areaOf(site) })];
  }
  const { area, title: name = '' } = head.contentPage?.page ?? {};
  if (!area) return [];
  // The company serves this place: it is not a business of it.
  const areaServed = { '@type': 'City', name: area } as const;
  return [service(head, site, { name, serviceType: 'Accident management', areaServed })];
}

const service = (
  head: Head,
  site: Site,
  what: { name: string; serviceType: string; areaServed: Place | Place[] },
): Service => ({
  '@type': 'Service',
  '@id': `${head.canonical}#service`,
  ...what,
  description: head.description,
  url: head.canonical,
  provider: { '@id': companyId(site) },
});

/** The places that the company names, or the country in which it says that it works. */
const areaOf = ({ company: { places = [] } }: Site): Place | Place[] =>
  places.length > 0
    ? places.map((name): Place => ({ '@type': 'Place', name }))
    : { '@type': 'Country', name: 'United Kingdom' };

function article(
  { post, published, modified }: NonNullable<Head['article']>,
  head: Head,
  site: Site,
): BlogPostingLeaf {
  const publisher = { '@id': companyId(site) };
  return {
    '@type': 'BlogPosting',
    '@id': `${head.canonical}#post`,
    headline: post.title,
    description: head.description,
    url: head.canonical,
    mainEntityOfPage: { '@id': `${head.canonical}#page` },
    image: head.image.url,
    datePublished: published,
    dateModified: modified,
    // The authors of the embedded posts are invented.
    author: post.author && !site.samplePosts ? { '@type': 'Person', name: post.author } : publisher,
    publisher,
    inLanguage: LANGUAGE,
  };
}

/** Hours of a 24-hour helpline unless the owner gives others; the office has its own. */
const AROUND_THE_CLOCK: OpeningHours = { days: [...DAYS], opens: '00:00', closes: '23:59' };

function openingHours({ days, opens, closes }: OpeningHours): OpeningHoursSpecification {
  return { '@type': 'OpeningHoursSpecification', dayOfWeek: days, opens, closes };
}

/** One name for the company across all pages, so that readers of the data see one thing. */
const companyId = (site: Site) => `${site.url}/#company`;

/** The publisher of the page; Home carries the full details. */
function companyName(site: Site) {
  return {
    '@type': 'Organization',
    '@id': companyId(site),
    name: site.company.name,
    url: `${site.url}/`,
    logo: site.url + (site.ownMark ?? ICON_PATH),
  } as const satisfies OrganizationLeaf;
}

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
function company(site: Site): AutomotiveBusinessLeaf {
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
    areaServed: facts.places?.length
      ? facts.places.map((name): Place => ({ '@type': 'Place', name }))
      : undefined,
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
