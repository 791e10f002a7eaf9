import request from 'supertest';
import { expect, test } from 'vitest';
import { makePosts, startContentfulStandIn } from '../fakes/contentful-stand-in.ts';
import { type AssetItem, assetLink } from '../fakes/entries.ts';
import { countLoadedPosts } from '../support/blog.ts';
import { textAt } from '../support/pages.ts';
import { sharedSite, type TestSite } from '../support/site.ts';

const decoded = (text = '') => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'");
const metaOf = (html: string, name: string) =>
  decoded(html.match(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`))?.[1]);

let started: Promise<TestSite> | undefined;

/** One site of 45 posts: after the first test, its content service is gone. */
function siteOfPosts(): Promise<TestSite> {
  started ??= startSiteOfPosts();
  return started;
}

async function startSiteOfPosts() {
  const service = await startContentfulStandIn();
  service.entries = makePosts(45);
  Object.assign(service.entry('post-1').fields, {
    seoTitle: 'For engines',
    seoDescription: 'What the post is about.',
    noindex: true,
    canonicalUrl: 'https://elsewhere.example/first',
  });
  const [cover] = service.assets as [AssetItem];
  Object.assign(cover.fields.file, {
    url: '//images.ctfassets.net/space/cover.webp',
    contentType: 'image/webp',
    details: { size: 9_000_000, image: { width: 4000, height: 3000 } },
  });
  const pictured = service.edit('post-2', { featuredImage: assetLink(cover.sys.id) });
  pictured.sys.updatedAt = '2025-02-03T00:00:00.000Z';
  const site = await sharedSite({ ...service.environment, CONTENT_TTL_SECONDS: '3600' });
  await expect.poll(() => countLoadedPosts(site.blog)).toBe(45);
  return site;
}

test('social tags of a post have its picture as a JPEG, its dates and its SEO fields', async () => {
  const site = await siteOfPosts();
  const text = await textAt(site, '/blogs/post-2');
  const picture = 'https://images.ctfassets.net/space/cover.webp?w=1200&h=630&fit=fill&fm=jpg&q=70';
  expect([metaOf(text, 'og:image'), metaOf(text, 'twitter:image')]).toEqual([picture, picture]);
  const size = [metaOf(text, 'og:image:width'), metaOf(text, 'og:image:height')];
  expect(size).toEqual(['1200', '630']);
  expect(metaOf(text, 'og:type')).toBe('article');
  expect(metaOf(text, 'article:published_time')).toBe('2024-12-31T00:00:00.000Z');
  expect(metaOf(text, 'article:modified_time')).toBe('2025-02-03T00:00:00.000Z');

  const own = await textAt(site, '/blogs/post-1');
  expect(own).toContain('<title>For engines | ');
  expect(metaOf(own, 'description')).toBe('What the post is about.');
  expect(metaOf(own, 'robots')).toBe('noindex');
  expect(own).toContain('<link rel="canonical" href="https://elsewhere.example/first"/>');
  expect(own).toContain('Post 1');
});

test('posts past the first 20 are on linked pages; past the end is a 404', async () => {
  const site = await siteOfPosts();
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
