import request from 'supertest';
import { expect, test } from 'vitest';
import { STATIC_PATHS } from '../../shared/addresses.ts';
import { somePosts, startContentfulStandIn } from '../stand-ins/contentful-stand-in.ts';
import { foreignProperties } from '../support/schema-org.ts';
import { sharedSite, startSite } from '../support/site.ts';

const metaOf = (html: string, name: string) =>
  html
    .match(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`))?.[1]
    ?.replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'");
/** The nodes of the one graph of a page. */
const graphOf = (html: string): Record<string, unknown>[] => {
  const graphs = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  expect(graphs).toHaveLength(1);
  return JSON.parse(graphs[0]?.[1] as string)['@graph'];
};

test('title, description and social tags of every page agree, are unique, and point to the public address', async () => {
  const { environment } = await startContentfulStandIn();
  const site = await sharedSite({ SITE_URL: 'https://www.example.com', ...environment });
  await expect.poll(() => site.blog.known().length).toBeGreaterThan(0);
  const posts = site.blog.known().map(({ slug }) => `/blogs/${slug}`);
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  const paths = [...STATIC_PATHS, ...posts];
  for (const path of paths) {
    const { text } = await request(site.server).get(path);
    const title = text
      .match(/<title>([^<]*)<\/title>/)?.[1]
      ?.replaceAll('&amp;', '&')
      .replaceAll('&#x27;', "'") as string;
    titles.add(title);
    descriptions.add(metaOf(text, 'description') as string);
    expect(title.length, path).toBeLessThanOrEqual(70);
    expect(metaOf(text, 'description')?.length, path).toBeGreaterThan(40);
    expect(metaOf(text, 'description')?.length, path).toBeLessThanOrEqual(160);
    expect(metaOf(text, 'keywords'), path).toBeTruthy();
    expect(metaOf(text, 'robots'), path).toBe('index, follow');
    expect([metaOf(text, 'og:title'), metaOf(text, 'twitter:title')], path).toEqual([title, title]);
    expect(metaOf(text, 'og:url'), path).toBe(`https://www.example.com${path}`);
    expect(text, path).toContain(`<link rel="canonical" href="https://www.example.com${path}"/>`);
    const picture = new URL(metaOf(text, 'og:image') as string);
    expect(picture.origin, path).toBe('https://www.example.com');
    const { status, type } = await request(site.server).get(picture.pathname);
    expect([status, type], path).toEqual([200, 'image/png']);
    expect([metaOf(text, 'og:image:width'), metaOf(text, 'og:image:height')], path).toEqual([
      '1200',
      '630',
    ]);
  }
  expect(titles.size).toBe(paths.length);
  expect(descriptions.size).toBe(paths.length);
});

test('Home has the title of the specification with the product name as its suffix', async () => {
  const site = await sharedSite({ COMPANY_NAME: 'Roadaid' });
  const { text } = await request(site.server).get('/');
  expect(text).toContain('<title>Professional Accident Management Services UK | Roadaid</title>');
});

test('one graph of structured data a page: the whole company and the questions on Home, the way to every other page, the post on a post, no reviews', async () => {
  const site = await sharedSite({ COMPANY_NAME: 'Roadaid' });
  const typesOf = async (path: string) =>
    graphOf((await request(site.server).get(path)).text).map((node) => node['@type']);
  expect(await typesOf('/')).toEqual(['AutomotiveBusiness', 'WebSite', 'FAQPage']);
  const [organisation] = graphOf((await request(site.server).get('/')).text);
  expect(organisation).toMatchObject({ name: 'Roadaid', foundingDate: '2011' });
  for (const path of STATIC_PATHS.filter((path) => path !== '/'))
    expect(await typesOf(path), path).toEqual([
      'Organization',
      'WebSite',
      expect.stringMatching(/Page$/),
      'BreadcrumbList',
    ]);
  expect(await typesOf(`/blogs/${site.blog.known()[0]?.slug}`)).toEqual([
    'Organization',
    'WebSite',
    'WebPage',
    'BreadcrumbList',
    'BlogPosting',
  ]);
  const { text: notFound } = await request(site.server).get('/no-such-page');
  expect(notFound).not.toContain('application/ld+json');
  for (const path of STATIC_PATHS) {
    const { text } = await request(site.server).get(path);
    expect(text).not.toMatch(/"@type":"(Review|AggregateRating|HowTo)"/);
    expect(foreignProperties(graphOf(text)), path).toEqual([]);
  }
});

test('a post of the content service is shared with its own picture, as a JPEG of the size that networks ask for, and with its dates', async () => {
  const service = await startContentfulStandIn();
  const asset = service.assets.find(
    ({ sys }) => sys.id === service.entries[0]?.fields.featuredImage?.sys.id,
  );
  Object.assign(asset?.fields.file ?? {}, {
    url: '//images.ctfassets.net/space/cover.webp',
    contentType: 'image/webp',
    details: { size: 9_000_000, image: { width: 4000, height: 3000 } },
  });
  const site = await startSite(service.environment);
  await expect.poll(() => site.blog.known().length).toBeGreaterThan(0);
  const { text } = await request(site.server).get(`/blogs/${service.entries[0]?.fields.slug}`);
  expect(metaOf(text, 'og:image')).toBe(
    'https://images.ctfassets.net/space/cover.webp?w=1200&h=630&fit=fill&fm=jpg&q=70',
  );
  expect(metaOf(text, 'twitter:image')).toBe(metaOf(text, 'og:image'));
  expect([metaOf(text, 'og:image:width'), metaOf(text, 'og:image:height')]).toEqual([
    '1200',
    '630',
  ]);
  const [entry] = service.entries;
  const isoOf = (date: unknown) => new Date(String(date)).toISOString();
  expect(metaOf(text, 'og:type')).toBe('article');
  expect(metaOf(text, 'article:published_time')).toBe(isoOf(entry?.fields.publishedDate));
  expect(metaOf(text, 'article:modified_time')).toBe(isoOf(entry?.sys.updatedAt));
});

test('posts past the first 20 are on pages of their own that name each other, and past the end is a 404', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const site = await startSite(service.environment);
  await expect.poll(() => site.blog.known().length).toBeGreaterThan(0);
  const get = (path: string) => request(site.server).get(path).redirects(0);
  const first = (await get('/blogs')).text;
  expect(first).toContain('<link rel="next" href="http://site.test/blogs/page/2"/>');
  expect(first.match(/>Read More →/g)?.length).toBe(20);
  const second = (await get('/blogs/page/2')).text;
  expect(second).toContain('<link rel="prev" href="http://site.test/blogs"/>');
  expect(second).toContain('<link rel="next" href="http://site.test/blogs/page/3"/>');
  expect(second).toContain('href="/blogs/post-21"');
  expect((await get('/blogs/page/3')).text).toContain('href="/blogs/post-45"');
  expect((await get('/blogs/page/4')).status).toBe(404);
  expect((await get('/blogs/page/1')).headers.location).toBe('/blogs');
});

test('what an editor wrote for search engines goes before what is derived from the post', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(1);
  Object.assign(service.entries[0]?.fields ?? {}, {
    seoTitle: 'For engines',
    seoDescription: 'What the post is about.',
    noindex: true,
    canonicalUrl: 'https://elsewhere.example/first',
  });
  const site = await startSite(service.environment);
  const { text } = await request(site.server).get('/blogs/post-1').set('User-Agent', 'Googlebot');
  expect(text).toContain('<title>For engines | ');
  expect(metaOf(text, 'description')).toBe('What the post is about.');
  expect(metaOf(text, 'robots')).toBe('noindex');
  expect(text).toContain('<link rel="canonical" href="https://elsewhere.example/first"/>');
  expect(text).toContain('Post 1');
});
