import { HtmlValidate } from 'html-validate';
import request from 'supertest';
import { expect, test } from 'vitest';
import { STATIC_PATHS } from '../../shared/routes.ts';
import { everyPage, textAt } from '../support/pages.ts';
import { sharedSite } from '../support/site.ts';
import { OTHER_COMPANY } from '../support/test-company.ts';

const decoded = (text = '') => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'");
const metaOf = (html: string, name: string) =>
  decoded(html.match(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`))?.[1]);
/** Returns the nodes of the one graph of a page. */
const graphOf = (html: string): Record<string, unknown>[] => {
  const graphs = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  expect(graphs).toHaveLength(1);
  return JSON.parse(graphs[0]?.[1] as string)['@graph'];
};

/** Elements that each page has exactly once. */
const ONCE = [
  /<title>/g,
  /<meta name="description"/g,
  /<link rel="canonical"/g,
  /<h1[ >]/g,
  /<main/g,
  /<header/g,
  /<html lang="en-GB">/g,
  /id="blog-cache"/g,
];

test('every page has one title, description, canonical link, h1 and skip link', async () => {
  const site = await sharedSite();
  for (const path of [...everyPage(site), '/no-such-page']) {
    const { status, text } = await request(site.server).get(path);
    expect(status, path).toBe(path === '/no-such-page' ? 404 : 200);
    for (const one of ONCE) expect(text.match(one), `${path} ${one}`).toHaveLength(1);
    expect(text, path).toMatch(/<footer[\s\S]*href="tel:/);
    expect(text.indexOf('href="#main"'), path).toBeLessThan(text.indexOf('<header'));
    expect(text, path).not.toContain('<div hidden');
    for (const [, attributes] of text.matchAll(/<script([^>]*)>/g))
      expect(attributes, path).toMatch(
        /type="application\/(ld\+)?json"|type="module" src="\/static\/js\//,
      );
  }
});

test('title, description and social tags agree, are unique and name the public address', async () => {
  const site = await sharedSite(OTHER_COMPANY);
  const pictures = new Set<string>();
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  const paths = everyPage(site);
  for (const path of paths) {
    const text = await textAt(site, path);
    const title = decoded(text.match(/<title>([^<]*)<\/title>/)?.[1]);
    const description = metaOf(text, 'description');
    titles.add(title);
    descriptions.add(description);
    expect(metaOf(text, 'keywords'), path).toBeTruthy();
    expect(metaOf(text, 'robots'), path).toBe('index, follow');
    expect([metaOf(text, 'og:title'), metaOf(text, 'twitter:title')], path).toEqual([title, title]);
    expect(metaOf(text, 'og:url'), path).toBe(`http://site.test${path}`);
    expect(text, path).toContain(`<link rel="canonical" href="http://site.test${path}"/>`);
    const size = [metaOf(text, 'og:image:width'), metaOf(text, 'og:image:height')];
    expect(size, path).toEqual(['1200', '630']);
    pictures.add(metaOf(text, 'og:image'));
  }
  expect(titles.size).toBe(paths.length);
  expect(descriptions.size).toBe(paths.length);
  for (const picture of pictures) {
    expect(picture).toMatch(/^http:\/\/site\.test\//);
    const { status, type } = await request(site.server).get(new URL(picture).pathname);
    expect([status, type], picture).toEqual([200, 'image/png']);
  }
  expect(await textAt(site, '/')).toContain(
    `<title>Professional Accident Management Services UK | ${OTHER_COMPANY.COMPANY_NAME}</title>`,
  );
});

test('a page has one graph of structured data: the company on Home, no reviews', async () => {
  const site = await sharedSite(OTHER_COMPANY);
  const typesOf = async (path: string) => {
    const nodes = graphOf(await textAt(site, path));
    expect(JSON.stringify(nodes), path).not.toMatch(/"(Review|AggregateRating|HowTo)"/);
    return nodes.map((node) => node['@type']);
  };
  expect(await typesOf('/')).toEqual(['AutomotiveBusiness', 'WebSite']);
  const [organisation] = graphOf(await textAt(site, '/'));
  expect(organisation).toMatchObject({ name: OTHER_COMPANY.COMPANY_NAME });
  expect(organisation).not.toHaveProperty('foundingDate');
  const page = ['Organization', 'WebSite', expect.stringMatching(/Page$/), 'BreadcrumbList'];
  const services = ['/replacement-vehicles', '/credit-hire', '/bodyshop-repairs'];
  for (const path of STATIC_PATHS.filter((path) => path !== '/'))
    expect(await typesOf(path), path).toEqual(
      services.includes(path) ? [...page, 'Service'] : page,
    );
  expect(await typesOf(everyPage(site).at(-1) as string)).toEqual([...page, 'BlogPosting']);
  expect(await textAt(site, '/no-such-page')).not.toContain('application/ld+json');
});

/** The validator with the standard preset, but for React's own style of attributes. */
const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    'long-title': 'off',
    'no-inline-style': 'error',
  },
});

test('every page is valid HTML', async () => {
  const site = await sharedSite();
  const faults: string[] = [];
  for (const path of [...everyPage(site), '/no-such-page', '/blogs/no-such-post']) {
    const text = await textAt(site, path);
    const report = await validator.validateString(text);
    for (const { messages } of report.results)
      for (const { ruleId, message, column } of messages)
        faults.push(`${path} ${ruleId}: ${message} ${text.slice(column - 1, column + 60)}`);
  }
  expect([...new Set(faults)]).toEqual([]);
});

test('every internal link of pages, sitemap and feed is 200, and every anchor exists', async () => {
  const site = await sharedSite();
  const fetched = new Map<string, { status: number; text: string }>();
  const get = async (path: string) => {
    const known = fetched.get(path);
    if (known) return known;
    const answer = await request(site.server).get(path).redirects(0);
    const found = {
      status: answer.status,
      text: Buffer.isBuffer(answer.body) ? answer.body.toString() : (answer.text ?? ''),
    };
    fetched.set(path, found);
    return found;
  };
  const broken: string[] = [];
  const waiting = [...STATIC_PATHS, '/sitemap.xml', '/feed.xml', '/manifest.webmanifest'];
  const seen = new Set(waiting);
  for (const from of waiting) {
    const { status, text } = await get(from);
    if (status !== 200) broken.push(`${from}: ${status}`);
    const base = `http://site.test${from}`;
    const named = text.matchAll(
      /(?:href|src|srcset)="([^"]+)"|content="(http[^"]+)"|<loc>([^<]+)|"src": ?"([^"]+)"/g,
    );
    for (const [, ...addresses] of named) {
      const address = (addresses.find(Boolean) ?? '')
        .replaceAll('&amp;', '&')
        .split(' ')[0] as string;
      const mentioned = /^(https?:\/\/site\.test|[/#])/.test(address) && !address.startsWith('//');
      if (!mentioned) continue;
      const { pathname, hash } = new URL(address, base);
      if (hash && pathname !== new URL(base).pathname) {
        const target = (await get(pathname)).text;
        if (!target.includes(`id="${hash.slice(1)}"`)) broken.push(`${from}: no ${address}`);
      } else if (hash && !text.includes(`id="${hash.slice(1)}"`))
        broken.push(`${from}: no ${address}`);
      if (seen.has(pathname)) continue;
      seen.add(pathname);
      if (/\.(js|woff2|svg|png|ico|pdf|xml|webmanifest)$/.test(pathname)) {
        if ((await get(pathname)).status !== 200) broken.push(`${from}: ${pathname}`);
      } else if (!pathname.startsWith('/contact.php')) waiting.push(pathname);
    }
  }
  expect(broken).toEqual([]);
  expect(seen.size).toBeGreaterThan(40);
});

test('the serialized cache holds the data of its own page and nothing else', async () => {
  const site = await sharedSite();
  const cacheOf = async (path: string) => {
    const text = await textAt(site, path);
    return JSON.parse(text.match(/id="blog-cache">(.*?)<\/script>/)?.[1] ?? 'null');
  };
  const slug = site.blog.known()[0]?.slug as string;
  expect(await cacheOf('/')).toEqual({});
  const list = await cacheOf('/blogs');
  expect(list.list.posts.length).toBeGreaterThanOrEqual(8);
  expect(list.list.posts[0]).not.toHaveProperty('content');
  expect(Object.keys(await cacheOf(`/blogs/${slug}`))).toEqual(['post']);
});

test('HEAD answers like GET without a body', async () => {
  const site = await sharedSite();
  for (const path of ['/', '/blogs', '/no-such-page']) {
    const get = await request(site.server).get(path);
    const head = await request(site.server).head(path);
    expect(head.status, path).toBe(get.status);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
    expect(head.headers.etag).toBe(get.headers.etag);
    expect(head.text).toBeFalsy();
  }
});

test('an unknown post is a 404 that stays in Loading... and is not indexable', async () => {
  const site = await sharedSite();
  const { status, text, headers } = await request(site.server).get('/blogs/no-such-post');
  expect(status).toBe(404);
  expect(text).toContain('Loading...');
  expect(text).toMatch(/<main[\s\S]*href="\/blogs"[\s\S]*<\/main>/);
  expect(text).toContain('<meta name="robots" content="noindex"/>');
  expect(headers['cache-control']).toBe('no-store');
});

test('on staging every page says noindex', async () => {
  const site = await sharedSite({ ALLOW_INDEXING: 'false' });
  const { text } = await request(site.server).get('/about');
  expect(text).toContain('<meta name="robots" content="noindex"/>');
});
