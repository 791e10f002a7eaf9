import type { Thing } from 'schema-dts';
import { expect, test } from 'vitest';
import type { Post } from '../../shared/blog/post.ts';
import { buildHead } from '../../shared/head/head.ts';
import { jsonForScript } from '../../shared/head/json-script.ts';
import { metadata as blogPost } from '../../shared/pages/BlogPost.tsx';
import { metadata as blogs } from '../../shared/pages/Blogs.tsx';
import { metadata as home } from '../../shared/pages/Home.tsx';
import { metadata as bodyshopRepairs } from '../../shared/pages/services/BodyshopRepairs.tsx';
import { metadata as creditHire } from '../../shared/pages/services/CreditHire.tsx';
import { metadata as replacementVehicles } from '../../shared/pages/services/ReplacementVehicles.tsx';
import { matchRoute } from '../../shared/routes.ts';
import type { Company } from '../../shared/site/company.ts';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import type { Site } from '../../shared/site/site-context.ts';
import { structuredData } from './structured-data.ts';

const site: Site = {
  url: 'https://www.kerbside.example',
  indexing: true,
  vitalsSampleRate: 0,
  serviceWorker: false,
  company: { ...PLACEHOLDER_COMPANY, founded: 2011 },
  samplePosts: false,
};

const post: Post = {
  id: '1',
  slug: 'café-race',
  title: 'After dark',
  publishedDate: '2025-03-04',
  excerpt: 'What to do first.',
  image: null,
  author: 'Sam Sample',
  content: null,
  updatedAt: '2025-03-05T10:00:00.000Z',
};

/** Every fact that a company can have. */
const KNOWN: Company = {
  ...PLACEHOLDER_COMPANY,
  headOfficeParts: {
    street: '2 Sample Street',
    locality: 'Leeds',
    region: 'West Yorkshire',
    postcode: 'LS1 1AA',
  },
  officeHours: [{ days: ['Monday', 'Tuesday'], opens: '09:00', closes: '17:30' }],
  profiles: ['https://social.example/kerbside'],
};

type Node = Record<string, unknown>;

/** The nodes of a graph as a crawler reads them, by type. */
function nodes(graph: { '@graph': readonly Thing[] }): Record<string, Node> {
  const read: Node[] = JSON.parse(jsonForScript(graph))['@graph'];
  return Object.fromEntries(read.map((node) => [node['@type'], node]));
}

const homeGraph = (from = site) => structuredData(buildHead(home, matchRoute('/'), from), from);
const postGraph = (of = post, from = site) =>
  structuredData(
    buildHead(blogPost, matchRoute(`/blogs/${of.slug}`), from, { state: 'ready', post: of }),
    from,
  );

test('Home carries every fact of the company as configured', () => {
  const { AutomotiveBusiness } = nodes(homeGraph());
  const json = JSON.stringify(AutomotiveBusiness);
  for (const fact of Object.values(PLACEHOLDER_COMPANY))
    expect(json).toContain(JSON.stringify(fact));
  expect(AutomotiveBusiness).toMatchObject({
    foundingDate: '2011',
    url: 'https://www.kerbside.example/',
  });
});

test('every reference inside a graph leads to a node of it', () => {
  for (const graph of [homeGraph(), postGraph()]) {
    const read = nodes(graph);
    const named = new Set(Object.values(read).map((node) => node['@id']));
    for (const [, id] of JSON.stringify(graph).matchAll(/\{"@id":"([^"]+)"\}/g))
      expect(named).toContain(id);
  }
});

test.each([
  [replacementVehicles, 'Replacement Vehicles', 'Replacement vehicle after a non-fault accident'],
  [creditHire, 'Credit Hire', 'Credit hire'],
  [bodyshopRepairs, 'Bodyshop Repairs', 'Accident repair management'],
] as const)('the page $id describes its service, provider and area', (metadata, name, type) => {
  const pageOf = (from: Site) => buildHead(metadata, matchRoute(`/${metadata.id}`), from);
  const head = pageOf(site);
  const { Service } = nodes(structuredData(head, site));
  expect(Service).toEqual({
    '@type': 'Service',
    '@id': `${site.url}/${metadata.id}#service`,
    name,
    serviceType: type,
    description: head.description,
    url: `${site.url}/${metadata.id}`,
    provider: { '@id': `${site.url}/#company` },
    areaServed: { '@type': 'Country', name: 'United Kingdom' },
  });
  const local = { ...site, company: { ...site.company, places: ['Leeds'] }, claims: {} };
  expect(nodes(structuredData(pageOf(local), local)).Service?.areaServed).toEqual([
    { '@type': 'Place', name: 'Leeds' },
  ]);
});

test('roadside assistance is offered only by a company that recovers vehicles', () => {
  const typesOf = (claims: Site['claims']) =>
    JSON.stringify(homeGraph({ ...site, claims })).match(/"contactType":"[^"]+"/g);
  expect(typesOf({})).toContain('"contactType":"roadside assistance"');
  expect(typesOf({ recovery: null })).toEqual([
    '"contactType":"customer service"',
    '"contactType":"claims"',
  ]);
});

test('the 24-hour helpline is open at every hour, the office when its hours are known', () => {
  const lineOf = (company: Company) =>
    nodes(homeGraph({ ...site, company })).AutomotiveBusiness as {
      contactPoint: { telephone?: string; hoursAvailable?: object }[];
      openingHoursSpecification?: object;
    };
  const { contactPoint, openingHoursSpecification } = lineOf(PLACEHOLDER_COMPANY);
  expect(openingHoursSpecification).toBeUndefined();
  expect(
    contactPoint.filter((point) => point.hoursAvailable).map((point) => point.telephone),
  ).toEqual([site.company.phone24h]);
  expect(lineOf(KNOWN).openingHoursSpecification).toEqual([
    {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'Tuesday'],
      opens: '09:00',
      closes: '17:30',
    },
  ]);
});

test('a year and hours from the owner replace the specified ones', () => {
  const facts: Company = {
    ...KNOWN,
    founded: 1999,
    vat: 'GB 123 4567 89',
    lineHours: [{ days: ['Sunday'], opens: '08:00', closes: '20:00' }],
  };
  const graph = homeGraph({ ...site, company: facts });
  const told = JSON.stringify(nodes(graph).AutomotiveBusiness);
  for (const fact of ['"foundingDate":"1999"', '"vatID":"GB 123 4567 89"', '"opens":"08:00"'])
    expect(told).toContain(fact);
  expect(told).not.toContain('"opens":"00:00"');
});

test('an address is given in parts when they are known, otherwise as one text', () => {
  const addressOf = (company: Company) =>
    nodes(homeGraph({ ...site, company })).AutomotiveBusiness?.address;
  const whole = '1 Sample Street, London EC1A 1AA';
  expect(addressOf({ ...PLACEHOLDER_COMPANY, headOffice: whole })).toEqual({
    '@type': 'PostalAddress',
    streetAddress: whole,
    addressCountry: 'GB',
  });
  expect(addressOf(KNOWN)).toEqual({
    '@type': 'PostalAddress',
    streetAddress: '2 Sample Street',
    addressLocality: 'Leeds',
    addressRegion: 'West Yorkshire',
    postalCode: 'LS1 1AA',
    addressCountry: 'GB',
  });
});

test('breadcrumbs start at Home and are numbered, with absolute addresses', () => {
  const match = matchRoute('/blogs');
  const { BreadcrumbList } = nodes(structuredData(buildHead(blogs, match, site), site));
  expect(BreadcrumbList?.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://www.kerbside.example/' },
    { '@type': 'ListItem', position: 2, name: 'Blogs', item: 'https://www.kerbside.example/blogs' },
  ]);
  const way = nodes(postGraph()).BreadcrumbList?.itemListElement as { name: string }[];
  expect(way.map(({ name }) => name)).toEqual(['Home', 'Blogs', 'After dark']);
});

test('a post names its author, its dates and its one address', () => {
  const graph = nodes(postGraph());
  expect(graph.BlogPosting).toMatchObject({
    headline: 'After dark',
    description: 'What to do first.',
    url: 'https://www.kerbside.example/blogs/caf%C3%A9-race',
    image: 'https://www.kerbside.example/social/blogs.png',
    datePublished: '2025-03-04T00:00:00.000Z',
    dateModified: '2025-03-05T10:00:00.000Z',
    author: { '@type': 'Person', name: 'Sam Sample' },
    publisher: { '@id': graph.Organization?.['@id'] },
  });
});

test('a post without author or dates is by the company and claims nothing else', () => {
  const bare = { ...post, author: null, publishedDate: 'soon', updatedAt: '' };
  const { BlogPosting } = nodes(postGraph(bare));
  expect(BlogPosting?.author).toEqual({ '@id': 'https://www.kerbside.example/#company' });
  expect(Object.keys(BlogPosting ?? {}).filter((key) => key.startsWith('date'))).toEqual([]);
});

test('the authors of sample posts, who do not exist, are not marked up as people', () => {
  expect(JSON.stringify(postGraph(post, { ...site, samplePosts: true }))).not.toContain(
    'Sam Sample',
  );
});

test('the area that the company serves is the places it names, and none without them', () => {
  const areaOf = (places?: string[]) => {
    const company = { ...PLACEHOLDER_COMPANY, ...(places && { places }) };
    return nodes(homeGraph({ ...site, company })).AutomotiveBusiness?.areaServed;
  };
  expect(areaOf(['Leeds', 'York'])).toEqual([
    { '@type': 'Place', name: 'Leeds' },
    { '@type': 'Place', name: 'York' },
  ]);
  expect(areaOf([])).toBeUndefined();
  expect(areaOf()).toBeUndefined();
});
