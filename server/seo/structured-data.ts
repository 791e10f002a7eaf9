import type {
  BlogPostingLeaf,
  BreadcrumbList,
  Graph,
  ListItem,
  Place,
  Service,
  WebPage,
} from 'schema-dts';
import type { Head } from '../../shared/head/head.ts';
import { metadata as blogs } from '../../shared/pages/Blogs.tsx';
import { metadata as home } from '../../shared/pages/Home.tsx';
import { listPath } from '../../shared/routes.ts';
import type { Site } from '../../shared/site/site-context.ts';
import { company, companyId, companyName, placesOf } from './company-data.ts';

const LANGUAGE = 'en-GB';

/**
 * Describes a page to search engines as one schema.org graph: the company, the site, the page, its
 * breadcrumbs, a post, and the service that a page is about. Testimonials and steps are never
 * marked up, because search engines accept reviews only from independent sources. Questions are
 * not, because Google shows none any more (since 7 May 2026).
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
const areaOf = (site: Site): Place | Place[] =>
  placesOf(site) ?? { '@type': 'Country', name: 'United Kingdom' };

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
