import { expect, test } from 'vitest';
import { type FakeContentful, makePosts, startFullStandIn } from '../fakes/contentful-stand-in.ts';
import { otherEntry } from '../fakes/entries.ts';
import { doc, p } from '../fakes/rich-text.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { siteFile } from '../support/site-file.ts';

const page = (slug: string) =>
  otherEntry('page', slug, { title: slug, slug, summary: slug, content: doc(p(slug)) });

async function startWith(service: FakeContentful, redirects: Record<string, string>) {
  const site = await startSite({ ...service.environment, SITE_FILE: siteFile({ redirects }) });
  await site.blog.followChange();
  return site;
}

const MAX_HOPS = 4;

/** Returns the path at which redirects end, and its status; a circle has neither. */
async function follow(site: TestSite, path: string): Promise<string> {
  let next = path;
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const { status, headers } = await fetch(site.url + next, { redirect: 'manual' });
    const location = headers.get('location');
    if (location === null) return `${status} ${next}`;
    next = location;
  }
  return `circle from ${path}`;
}

test('a post that moved against a redirect of the owner ends no visitor in a circle', async () => {
  const service = await startFullStandIn(...makePosts(1));
  const site = await startWith(service, { '/blogs/alpha': '/blogs/post-1' });
  expect(await follow(site, '/blogs/alpha')).toBe('200 /blogs/post-1');
  service.edit('post-1', { slug: 'alpha' });
  await site.blog.followChange();
  for (const path of ['/blogs/alpha', '/blogs/post-1', '/Blogs/alpha/'])
    expect(await follow(site, path)).toBe('200 /blogs/alpha');
  for (const path of ['/api/posts/alpha', '/api/posts/post-1'])
    expect(await follow(site, path)).toBe('200 /api/posts/alpha');
  service.unpublish('alpha');
  await site.blog.followChange();
  expect(await follow(site, '/blogs/alpha')).toBe('410 /blogs/post-1');
});

test('a page that moved against a redirect of the owner ends no visitor in a circle', async () => {
  const service = await startFullStandIn(page('beta'));
  const site = await startWith(service, { '/alpha': '/beta' });
  service.edit('beta', { slug: 'alpha' });
  await site.blog.followChange();
  for (const path of ['/alpha', '/beta']) expect(await follow(site, path)).toBe('200 /alpha');
});

test('a live post wins over a redirect of its address, also within a chain', async () => {
  const service = await startFullStandIn(...makePosts(1));
  const site = await startWith(service, {
    '/old.html': '/blogs/post-1',
    '/blogs/post-1': '/blogs/post-2',
    '/blogs/post-2': '/about',
  });
  expect(await follow(site, '/blogs/post-1')).toBe('200 /blogs/post-1');
  expect(await follow(site, '/old.html')).toBe('200 /blogs/post-1');
  expect(await follow(site, '/blogs/post-2')).toBe('200 /about');
  service.unpublish('post-1');
  await site.blog.followChange();
  for (const path of ['/blogs/post-1', '/old.html', '/api/posts/post-1'])
    expect(await follow(site, path)).toBe('200 /about');
});

test('a redirect of a post waits for the first read', async () => {
  const service = await startFullStandIn(...makePosts(1));
  const release = service.hold();
  const redirects = { '/blogs/post-1': '/about', '/blogs/old': '/about' };
  const site = await startSite({ ...service.environment, SITE_FILE: siteFile({ redirects }) });
  const asked = ['/blogs/post-1', '/blogs/old'].map((path) => follow(site, path));
  release();
  expect(await Promise.all(asked)).toEqual(['200 /blogs/post-1', '200 /about']);
});
