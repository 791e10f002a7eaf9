import type {
  AutomotiveBusinessLeaf,
  BlogPosting,
  BreadcrumbList,
  FAQPage,
  OpeningHoursSpecification,
  PostalAddress,
  WithContext,
} from 'schema-dts';
import { postPath } from '../addresses.ts';
import { plainText } from '../blog/plain-text.ts';
import type { Post } from '../blog/post.ts';
import { validDate } from '../blog/valid-date.ts';
import { FOUNDED_YEAR } from '../site/constants.ts';
import type { Site } from '../site/site-context.ts';
import { PAGE_METADATA } from './metadata.ts';

/** What structured data needs of the site. */
type Publisher = Pick<Site, 'url' | 'company'>;

const AROUND_THE_CLOCK: OpeningHoursSpecification = {
  '@type': 'OpeningHoursSpecification',
  dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  opens: '00:00',
  closes: '23:59',
};

/**
 * The configuration holds an address as one text. It goes over whole: where the town starts in it
 * is not ours to guess.
 */
function postalAddress(text: string): PostalAddress {
  return { '@type': 'PostalAddress', streetAddress: text, addressCountry: 'GB' };
}

/** One name for the company across all pages, so that readers of the data see one thing. */
function companyId(site: Publisher): string {
  return `${site.url}/#company`;
}

/**
 * The company, for Home.
 *
 * AutomotiveBusiness is the most specific type that is true. Its subtypes name a trade that the
 * company arranges but does not carry out (AutoBodyShop, AutoRental), EmergencyService stands for
 * fire stations and the like, ProfessionalService is deprecated by schema.org, and LegalService or
 * InsuranceAgency would say what the company is not. As a LocalBusiness it takes opening hours.
 *
 * Phone numbers are spelled as everywhere on the site: one fact, one spelling.
 */
export function organisation(site: Publisher): WithContext<AutomotiveBusinessLeaf> {
  const { company } = site;
  return {
    '@context': 'https://schema.org',
    '@type': 'AutomotiveBusiness',
    '@id': companyId(site),
    name: company.name,
    legalName: company.legalName,
    description: PAGE_METADATA.home.description,
    url: `${site.url}/`,
    logo: `${site.url}/icon-512.png`,
    image: `${site.url}${PAGE_METADATA.home.socialImage}`,
    telephone: company.phone,
    email: company.email,
    address: postalAddress(company.headOffice),
    legalAddress: postalAddress(company.registeredOffice),
    identifier: {
      '@type': 'PropertyValue',
      propertyID: 'Companies House company number',
      value: company.number,
    },
    foundingDate: String(FOUNDED_YEAR),
    areaServed: { '@type': 'Country', name: 'United Kingdom' },
    openingHoursSpecification: AROUND_THE_CLOCK,
    contactPoint: [
      {
        '@type': 'ContactPoint',
        contactType: 'emergency',
        telephone: company.phone24h,
        areaServed: 'GB',
        availableLanguage: 'en',
        hoursAvailable: AROUND_THE_CLOCK,
      },
      {
        '@type': 'ContactPoint',
        contactType: 'customer service',
        telephone: company.phone,
        email: company.email,
        areaServed: 'GB',
        availableLanguage: 'en',
      },
      {
        '@type': 'ContactPoint',
        contactType: 'claims',
        email: company.claimsEmail,
        areaServed: 'GB',
        availableLanguage: 'en',
      },
    ],
  };
}

/**
 * The way from Home to a page. @param trail the pages below Home, the page itself last; canonical
 * paths
 */
export function breadcrumbs(
  site: Publisher,
  trail: readonly { name: string; path: string }[],
): WithContext<BreadcrumbList> {
  const whole = [{ name: PAGE_METADATA.home.breadcrumb, path: '/' }, ...trail];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: whole.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${site.url}${path}`,
    })),
  };
}

/** A post. @param imageUrl absolute */
export function blogPosting(
  site: Publisher,
  post: Post,
  imageUrl: string,
): WithContext<BlogPosting> {
  const url = site.url + postPath(post.slug);
  const publisher = {
    '@type': 'Organization' as const,
    '@id': companyId(site),
    name: site.company.name,
    url: `${site.url}/`,
  };
  const published = validDate(post.publishedDate);
  const modified = validDate(post.updatedAt);
  const description = plainText(post.excerpt);
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    ...(description && { description }),
    url,
    mainEntityOfPage: { '@type': 'WebPage', '@id': url },
    image: imageUrl,
    ...(published && { datePublished: published.toISOString() }),
    ...(modified && { dateModified: modified.toISOString() }),
    author: post.author ? { '@type': 'Person', name: post.author } : publisher,
    publisher,
    inLanguage: 'en-GB',
  };
}

/** The questions that the page itself shows, with the answers that it shows. */
export function faqPage(
  questions: readonly { question: string; answer: string }[],
): WithContext<FAQPage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
