import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { expect, test } from 'vitest';
import {
  type FakeContentful,
  makePosts,
  PREVIEW_TOKEN,
  startFullStandIn,
} from '../../test/fakes/contentful-stand-in.ts';
import {
  blogPost,
  type EntryItem,
  entryLink,
  otherEntry,
  type RichTextNode,
} from '../../test/fakes/entries.ts';
import { doc, p } from '../../test/fakes/rich-text.ts';
import { openSite, startSite, type TestSite } from '../../test/support/site.ts';
import { siteFile, temporaryFolder } from '../../test/support/site-file.ts';
import { checkContent } from '../content/check-content.ts';

const page = (id: string, fields: object = {}): EntryItem =>
  otherEntry('page', id, {
    title: `Title of ${id}`,
    slug: id,
    summary: `Summary of ${id}.`,
    content: doc(p(`Text of ${id}.`)) as RichTextNode,
    ...fields,
  });

const question = (id: string, fields: object = {}) =>
  otherEntry('question', id, { question: `${id}?`, answer: `Answer to ${id}.`, ...fields });

async function siteWith(...entries: EntryItem[]) {
  const service = await startFullStandIn(...entries);
  const site = await startSite(service.environment);
  await site.blog.followChange();
  const get = (path: string) => request(site.url).get(path);
  return { service, site, get };
}

const textAt = async (site: TestSite, path: string) => (await request(site.url).get(path)).text;

/** Runs `npm run golive` over a space and returns its output. */
async function golive(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['dist/server/golive.js'], { env: environment });
  return text(child.stdout);
}

test('no cache keeps the redirect of what has moved, as it may move back', async () => {
  const [post] = makePosts(1) as [EntryItem];
  const service = await startFullStandIn(page('old-town'), post);
  const redirects = { '/offer': '/about', '/old/offer': '/about' };
  const site = await startSite({ ...service.environment, SITE_FILE: siteFile({ redirects }) });
  await site.blog.followChange();
  service.edit('old-town', { slug: 'new-town' });
  service.edit('post-1', { slug: 'post-2' });
  await site.blog.followChange();
  for (const path of ['/old-town', '/blogs/post-1', '/offer', '/old/offer'])
    await request(site.url).get(path).expect(301).expect('Cache-Control', 'no-store');
  await request(site.url)
    .get('/New-Town')
    .expect(301)
    .expect('Cache-Control', /max-age=3600/);
});

test("an owner's redirect may lead to a page, whose later renaming it survives", async () => {
  const service = await startFullStandIn(page('taxis'));
  const redirects = { '/cab-drivers.html': '/Taxis/#questions', '/gone.html': '/no-such-town' };
  const site = await startSite({ ...service.environment, SITE_FILE: siteFile({ redirects }) });
  const get = (path: string) => request(site.url).get(path);
  await get('/cab-drivers.html').expect(301).expect('Location', '/taxis#questions');
  await get('/taxis').expect(200);
  service.edit('taxis', { slug: 'cabs' });
  await site.blog.followChange();
  await get('/taxis').expect(301).expect('Location', '/cabs');
  const out = await golive({
    ...service.environment,
    SITE_FILE: siteFile({ redirects: { ...redirects, '/cab-drivers.html': '/cabs' } }),
  });
  expect(out).toContain('The redirect of /gone.html leads to /no-such-town, where no page is');
  expect(out).not.toContain('The redirect of /cab-drivers.html');
});

test('a chain of redirects stops at a live page, which wins over its own redirect', async () => {
  const service = await startFullStandIn(page('offers'));
  const redirects = {
    '/old.html': '/Offer',
    '/offer': '/offers#all',
    '/offers': '/deals',
    '/deals': '/about',
    '/blogs/old': '/offer',
  };
  const environment = { ...service.environment, SITE_FILE: siteFile({ redirects }) };
  const site = await startSite(environment);
  const locations = (...paths: string[]) =>
    Promise.all(paths.map(async (path) => (await request(site.url).get(path)).headers.location));
  await expect
    .poll(() => locations('/old.html', '/offer', '/deals', '/api/posts/old'))
    .toEqual(['/offers#all', '/offers#all', '/about', '/api/pages/offers']);
  service.unpublish('offers');
  await site.blog.followChange();
  expect(await locations('/old.html', '/offer', '/offers', '/api/posts/old')).toEqual(
    Array(4).fill('/about'),
  );
  expect(await golive(environment)).not.toContain('The redirect of');
});

test('golive names redirects to a post that readers cannot see', async () => {
  const service = await startFullStandIn();
  service.entries = makePosts(1);
  service.entries.push(
    blogPost('later', { title: 'L', slug: 'later', publishedDate: '2099-01-01' }),
  );
  const redirects = {
    '/a.html': '/blogs/post-1',
    '/b.html': '/blogs/no',
    '/c.html': '/blogs/later',
  };
  const out = await golive({
    ...service.environment,
    SITE_FILE: siteFile({ redirects }),
  });
  expect(out.match(/The redirect of .*/g)).toEqual([
    'The redirect of /b.html leads to /blogs/no, where no post is',
    'The redirect of /c.html leads to /blogs/later, where no post is',
  ]);
});

test('with a copy, an unknown address is a 404 even while the service hangs', async () => {
  const service = await startFullStandIn(page('town'));
  const environment = { ...service.environment, DATA_DIR: temporaryFolder() };
  const first = await openSite(environment);
  await first.blog.followChange();
  await first.end();
  service.behaviour = 'hang';
  const site = await startSite(environment);
  const statusOf = async (path: string) =>
    (await request(site.url).get(path).set('User-Agent', 'Googlebot/2.1')).status;
  const paths = ['/town', '/no-such-town', '/api/pages/no-such-town', '/blogs/no-such-post'];
  expect(await Promise.all(paths.map(statusOf))).toEqual([200, 404, 404, 404]);
});

test('a replica learns of pages and questions from the database, without a call', async () => {
  const service = await startFullStandIn(page('town'), page('gone'));
  const environment = { ...service.environment, DATA_DIR: temporaryFolder() };
  const told = await startSite(environment);
  await told.blog.followChange();
  const other = await startSite(environment);
  await other.blog.followChange();
  service.edit('town', { slug: 'city' });
  service.unpublish('gone');
  service.entries.push(question('why', { home: true }));
  await told.blog.followChange();
  const { length: calls } = service.calls;
  const get = (path: string) => request(other.url).get(path);
  await expect
    .poll(async () => {
      await other.blog.look();
      return (await get('/town')).status;
    })
    .toBe(301);
  await get('/city').expect(200);
  await get('/gone').expect(410);
  expect(await textAt(other, '/')).toContain('why?');
  expect(service.calls).toHaveLength(calls);
});

test('the footer lists pages by group and title, none that is hidden, 24 at most', async () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    page(`guide-${String(index).padStart(2, '0')}`, { group: 'Guides' }),
  );
  const { site } = await siteWith(
    ...many,
    page('taxis', { group: 'Drivers', title: 'Taxis' }),
    page('couriers', { group: 'Drivers', title: 'Couriers' }),
    page('hidden', { group: 'Drivers', noindex: true }),
    page('odd', { group: 'Others' }),
  );
  const footer = (await textAt(site, '/terms')).split('<footer')[1] ?? '';
  expect(footer).toMatch(/Drivers we help.*Couriers.*Taxis.*Guides.*Title of guide-00/s);
  expect(footer).not.toMatch(/Areas<|Title of (?:hidden|odd)/);
  expect(footer.match(/href="\/guide-\d+"/g)).toHaveLength(22);
  expect(await textAt(site, '/sitemap.xml')).not.toContain('/hidden<');
  expect(await textAt(site, '/hidden')).toContain('content="noindex"');
});

/** Variables with which a site shows drafts of a stand-in. */
const DRAFT_SECRET = 'the-secret-of-editors';
const previewOf = ({ environment, origin }: FakeContentful) => ({
  ...environment,
  CONTENTFUL_PREVIEW_TOKEN: PREVIEW_TOKEN,
  CONTENTFUL_PREVIEW_HOST: origin,
  PREVIEW_SECRET: DRAFT_SECRET,
});

test('a slug that another entry has is named by its draft and by content:check', async () => {
  const [post] = makePosts(1) as [EntryItem];
  const service = await startFullStandIn(page('town'), post);
  service.drafts = [
    // Changed before the other, so that is shown, though its id comes first.
    otherEntry('page', 'second', page('second', { slug: 'town' }).fields, '2025-01-01T00:00:00Z'),
    { ...post, sys: { ...post.sys, id: 'second-post' } },
  ];
  const site = await startSite(previewOf(service));
  await site.blog.followChange();
  const draft = (id: string) => textAt(site, `/preview?secret=${DRAFT_SECRET}&id=${id}`);
  expect(await draft('second')).toContain(
    'already used by &quot;Title of town&quot;: choose another',
  );
  expect(await draft('second-post')).toContain(
    'already used by &quot;Post 1&quot;: choose another',
  );
  expect(await draft('town')).not.toContain('already used');
  expect(await draft('id-1')).not.toContain('already used');
  service.entries.push(...service.drafts);
  const { report, exitCode } = await checkContent(service.environment);
  expect(report).toMatch(
    /Entries the website cannot show:.*Its slug "town" is already used by "Title of town"/s,
  );
  expect(report).toContain('Its slug "post-1" is already used by "Post 1"');
  expect(exitCode).toBe(1);
});

test('a draft has no canonical address and no structured data, as it is no page yet', async () => {
  const [post] = makePosts(1) as [EntryItem];
  const service = await startFullStandIn(page('town'), post);
  const site = await startSite(previewOf(service));
  for (const id of ['town', 'id-1']) {
    const text = await textAt(site, `/preview?secret=${DRAFT_SECRET}&id=${id}`);
    expect(text).toMatch(/<title>(?:Title of town|Post 1) \|/);
    expect(text).not.toMatch(/rel="canonical"|og:url|ld\+json/);
  }
});

test('content:check counts every type and fails for a page that cannot be shown', async () => {
  const service = await startFullStandIn(page('town'), question('why'));
  const good = await checkContent(service.environment);
  expect(good.report).toContain('12 posts, 1 page, 1 question in the space');
  expect(good.exitCode).toBe(0);
  service.entries.push(
    page('contact'),
    otherEntry('testimonial', 'half', { name: 'B', text: 'x' }),
  );
  const bad = await checkContent(service.environment);
  expect(bad.report).toMatch(
    /Entries the website cannot show:.*Its slug "contact" is an address that the site itself/s,
  );
  expect(bad.report).toContain('Its rating is no whole number from 1 to 5.');
  expect(bad.exitCode).toBe(1);
});

test('links without words and questions that are not shown are named', async () => {
  const wordless = (nodeType: string, data: object) => ({ nodeType, data, content: [] });
  const content = doc(
    p('x', wordless('hyperlink', { uri: 'https://a.example' }) as RichTextNode),
    p('y', wordless('entry-hyperlink', { target: entryLink('town') }) as RichTextNode),
  );
  const questions = ['half', 'town', 'away', 'whole'].map(entryLink);
  const service = await startFullStandIn(
    page('town', { content, questions }),
    question('half', { answer: '' }),
    question('whole'),
  );
  const site = await startSite(previewOf(service));
  const draft = await textAt(site, `/preview?secret=${DRAFT_SECRET}&page=town`);
  const { report } = await checkContent(service.environment);
  for (const text of [draft.replaceAll('&quot;', '"'), report])
    for (const line of [
      'A link to "https://a.example" has no words: readers do not see it.',
      'A link to "town" has no words: readers do not see it.',
      'Its question "half?" is not shown: it has no answer.',
      'Its question "town" is not shown: it has no question.',
      'Its question "away" is not shown: it is not published.',
    ])
      expect(text).toContain(line);
  expect(report).not.toContain('whole');
});

test('golive lists every page as to be confirmed', async () => {
  const service = await startFullStandIn(page('town', { noindex: true }));
  const out = await golive(service.environment);
  expect(out).toMatch(
    /To be confirmed: what your own pages say\s+- The page "Title of town" at \/town/s,
  );
});
