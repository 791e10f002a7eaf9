import type { BlogPosting, BreadcrumbList, Graph, Question, WebPage } from 'schema-dts';
import { listPath } from '../../shared/addresses.ts';
import { questionsOf } from '../../shared/content/faq.ts';
import type { Head } from '../../shared/head/head.ts';
import { metadata as blogs } from '../../shared/pages/Blogs.tsx';
import { metadata as home } from '../../shared/pages/Home.tsx';
import type { Site } from '../../shared/site/site-context.ts';
import { company, companyId, companyName } from './company-data.ts';

const LANGUAGE = 'en-GB';

/**
 * What search engines are told about a page, as one schema.org graph: the company, the site, the
 * page, its breadcrumbs, and a post. Testimonials and steps are never marked up: search engines
 * accept reviews only from independent sources.
 */
export function structuredData(head: Head, site: Site): Graph {
  const front = head.metadata.id === 'home';
  return {
    '@context': 'https://schema.org',
    '@graph': [
      front ? company(site) : companyName(site),
      {
        '@type': 'WebSite',
        '@id': `${site.url}/#website`,
        url: `${site.url}/`,
        name: site.company.name,
        inLanguage: LANGUAGE,
        publisher: { '@id': companyId(site) },
      },
      page(head, site),
      ...(front ? [] : [trail(head, site)]),
      ...(head.article ? [article(head.article, head, site)] : []),
    ],
  };
}

/** Pages whose content has a type in schema.org. */
const KINDS = { about: 'AboutPage', contact: 'ContactPage', blogs: 'CollectionPage' } as const;

function page(head: Head, site: Site): WebPage {
  const id = head.metadata.id;
  const common = {
    '@id': `${head.canonical}#page`,
    url: head.canonical,
    name: head.title,
    description: head.description,
    inLanguage: LANGUAGE,
    isPartOf: { '@id': `${site.url}/#website` },
    primaryImageOfPage: { '@type': 'ImageObject', url: head.image.url },
  } as const;
  if (id === 'home')
    return {
      '@type': 'FAQPage',
      ...common,
      mainEntity: (site.faq ?? questionsOf(site)).map(question),
    };
  const kind = id in KINDS ? KINDS[id as keyof typeof KINDS] : 'WebPage';
  return { '@type': kind, ...common, breadcrumb: { '@id': trailId(head) } };
}

/** The questions and answers, exactly as the page shows them. */
function question(shown: { question: string; answer: string }): Question {
  return {
    '@type': 'Question',
    name: shown.question,
    acceptedAnswer: { '@type': 'Answer', text: shown.answer },
  };
}

const trailId = (head: Head) => `${head.canonical}#breadcrumb`;

/** Breadcrumbs from Home to the page. */
function trail(head: Head, site: Site): BreadcrumbList {
  const list = { name: blogs.breadcrumb, url: site.url + listPath() };
  const own = { name: head.metadata.breadcrumb, url: head.canonical };
  const way = [
    { name: home.breadcrumb, url: `${site.url}/` },
    ...(head.metadata.id === 'blogs' ? [list] : []),
    ...(head.article ? [list, { ...own, name: head.article.post.title }] : []),
    ...(head.metadata.id === 'blogs' || head.article ? [] : [own]),
  ];
  return {
    '@type': 'BreadcrumbList',
    '@id': trailId(head),
    itemListElement: way.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  };
}

function article(
  { post, published, modified }: NonNullable<Head['article']>,
  head: Head,
  site: Site,
): BlogPosting {
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
