import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { expect, test } from 'vitest';
import { isCorePage } from '../../shared/routes.ts';
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
import { openSite, sharedSite, startSite, type TestSite } from '../../test/support/site.ts';
import { siteFile, temporaryFolder } from '../../test/support/site-file.ts';
import { RESERVED_SLUGS } from '../config/site-file/reserved-slugs.ts';
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

test('a published page is at its slug, with everything that a route has', async () => {
  const { get } = await siteWith(
    page('manchester', { area: 'Manchester', group: 'Areas', questions: [entryLink('why')] }),
    question('why'),
  );
  const { text } = await get('/manchester').expect(200);
  expect(text.match(/<h1/g)).toHaveLength(1);
  for (const part of [
    '<title>Title of manchester | ',
    '<link rel="canonical" href="http://site.test/manchester"/>',
    'not your insurer. You can claim through',
    'Summary of manchester.',
    'Text of manchester.',
    '<summary><span>why?</span></summary>',
    'aria-label="Breadcrumb"',
    '"@type":"BreadcrumbList"',
    '"areaServed":{"@type":"City","name":"Manchester"}',
    'action="/contact.php"',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('LocalBusiness');
  const { text: sitemap } = await get('/sitemap.xml');
  expect(sitemap).toContain(
    '<loc>http://site.test/manchester</loc><lastmod>2026-01-01T00:00:00.000Z</lastmod>',
  );
  await get('/api/pages/manchester')
    .expect(200)
    .expect(/"slug":"manchester"/);
  await get('/Manchester/').expect(301).expect('Location', '/manchester');
  await get('/no-such-page').expect(404);
  await get('/api/pages/no-such-page').expect(404, { error: 'not_found' });
});

test('a renamed page moves, one that was taken down is gone', async () => {
  const { service, site, get } = await siteWith(page('old-town'));
  service.edit('old-town', { slug: 'new-town' });
  await site.blog.followChange();
  await get('/old-town').expect(301).expect('Location', '/new-town');
  await get('/api/pages/old-town').expect(301).expect('Location', '/api/pages/new-town');
  service.unpublish('new-town');
  await site.blog.followChange();
  const { text } = await get('/new-town').expect(410);
  expect(text).toContain('This page has been taken down');
  await get('/api/pages/new-town').expect(410, { error: 'gone' });
});

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

test('a live page wins over a redirect of the owner, and that over a gone page', async () => {
  const service = await startFullStandIn(page('offer'));
  const site = await startSite({
    ...service.environment,
    SITE_FILE: siteFile({ redirects: { '/offer': '/about' } }),
  });
  const get = (path: string) => request(site.url).get(path);
  await get('/offer').expect(200);
  await get('/api/pages/offer').expect(200);
  service.unpublish('offer');
  await site.blog.followChange();
  await get('/offer').expect(301).expect('Location', '/about');
  await get('/api/pages/offer').expect(301).expect('Location', '/about');
});

test("an owner's redirect wins over a former slug, as JSON too", async () => {
  const service = await startFullStandIn(page('old-town'), page('city'));
  const redirects = { '/old-town': '/city' };
  const site = await startSite({ ...service.environment, SITE_FILE: siteFile({ redirects }) });
  const get = (path: string) => request(site.url).get(path);
  await get('/old-town').expect(200);
  service.edit('old-town', { slug: 'new-town' });
  await site.blog.followChange();
  for (const [address, location] of [
    ['/old-town', '/city'],
    ['/api/pages/old-town', '/api/pages/city'],
  ] as const)
    await get(address).expect(301).expect('Location', location);
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

test('pages, questions and testimonials outlive a restart while the service is down', async () => {
  const service = await startFullStandIn(
    page('town', { group: 'Areas' }),
    page('old-town'),
    page('gone'),
    question('why', { home: true }),
    otherEntry('testimonial', 'said', { name: 'A. Driver', text: 'They rang back.', rating: 4 }),
  );
  const environment = { ...service.environment, DATA_DIR: temporaryFolder() };
  const first = await openSite(environment);
  await first.blog.followChange();
  service.edit('old-town', { slug: 'new-town' });
  service.unpublish('gone');
  await first.blog.followChange();
  await first.end();
  await service.goDown();
  const site = await startSite(environment);
  const get = (path: string) => request(site.url).get(path);
  await get('/town')
    .expect(200)
    .expect(/Text of town/);
  await get('/api/pages/town').expect(200);
  await get('/old-town').expect(301).expect('Location', '/new-town');
  await get('/gone').expect(410);
  await get('/no-such-town').expect(404);
  const home = await textAt(site, '/');
  for (const part of ['href="/town"', 'why?', 'They rang back.']) expect(home).toContain(part);
  expect(await textAt(site, '/sitemap.xml')).toContain('/new-town<');
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

test('before the first read an address that could be a page is a 503, then a 404', async () => {
  const service = await startFullStandIn();
  await service.goDown();
  const site = await startSite(service.environment);
  for (const agent of ['Mozilla/5.0', 'Googlebot/2.1'])
    await request(site.url)
      .get('/some-town')
      .set('User-Agent', agent)
      .expect(503)
      .expect('Retry-After', /^\d+$/)
      .expect('Cache-Control', 'no-store');
  await request(site.url).get('/some/town').expect(404);
  await service.goUp();
  await site.blog.followChange();
  await request(site.url).get('/some-town').expect(404);
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

test('questions and testimonials of the service take the place of others on Home', async () => {
  const { service, site } = await siteWith(
    question('third', { home: true }),
    question('second', { home: true, order: 2 }),
    question('elsewhere'),
    otherEntry('testimonial', 'said', { name: 'A. Driver', text: 'They rang back.', rating: 4 }),
  );
  const home = await textAt(site, '/');
  expect(home).toMatch(/second\?.*third\?/s);
  expect(home).not.toMatch(/elsewhere\?|Am I entitled|not real reviews/);
  expect(home).toContain('A. Driver');
  const third = service.entries.find(({ sys }) => sys.id === 'third') as EntryItem;
  Object.assign(third.fields, { order: 1 });
  await site.blog.followChange();
  expect(await textAt(site, '/')).toMatch(/third\?.*second\?/s);
});

test('what lacks a required field is left out with one log line', async () => {
  const { site, get } = await siteWith(
    page('no-text', { content: undefined }),
    page('contact'),
    question('no-answer', { answer: '', home: true }),
    otherEntry('testimonial', 'half', { name: 'B', text: 'Fine', rating: 4.5 }),
  );
  await get('/no-text').expect(404);
  const reasons = site.lines.filter((line) => line.includes('cannot be shown'));
  expect(reasons).toHaveLength(4);
  expect(reasons.join('')).toContain('is an address that the site itself has');
  expect(await textAt(site, '/contact')).not.toContain('Text of contact');
  expect(await textAt(site, '/')).not.toContain('no-answer?');
});

test('a link to a page leads to its present address, and is text once it is gone', async () => {
  const link = {
    nodeType: 'entry-hyperlink',
    data: { target: entryLink('town') },
    content: [{ nodeType: 'text', data: {}, value: 'our town', marks: [] }],
  };
  const content = doc({ nodeType: 'paragraph', data: {}, content: [link] });
  const { service, site } = await siteWith(page('town'), page('guide', { content }));
  expect(await textAt(site, '/guide')).toContain('<a href="/town">our town</a>');
  service.edit('town', { slug: 'city' });
  await site.blog.followChange();
  expect(await textAt(site, '/guide')).toContain('<a href="/city">our town</a>');
  service.unpublish('city');
  await site.blog.followChange();
  expect(await textAt(site, '/guide')).not.toMatch(/<a[^>]*>our town/);
});

test('a space without these types is asked for them at the start and after a webhook', async () => {
  const service = await startFullStandIn();
  service.contentTypes = ['blogPost'];
  const site = await startSite(service.environment);
  await site.blog.followChange();
  const length = service.absentTypeCalls.length;
  expect(length % 3).toBe(0);
  await site.blog.refresh();
  expect(service.absentTypeCalls).toHaveLength(length);
  await site.blog.followChange();
  expect(service.absentTypeCalls).toHaveLength(length + 3);
  await request(site.url).get('/anything').expect(404);
});

test('with types, one small call still tells whether anything has changed', async () => {
  const { service, site } = await siteWith(page('town'), question('why', { home: true }));
  const { length } = service.calls;
  await site.blog.refresh();
  expect(service.calls).toHaveLength(length + 1);
  service.edit('town', { title: 'Another title' });
  await site.blog.refresh();
  expect(await textAt(site, '/town')).toContain('Another title');
});

test('a draft of a page names what is wrong with it at its top', async () => {
  const service = await startFullStandIn();
  service.drafts = [
    page('draft-page', {
      slug: 'contact',
      summary: 'Long words. '.repeat(20),
      content: doc(p('x'), {
        nodeType: 'paragraph',
        data: {},
        content: [
          {
            nodeType: 'hyperlink',
            data: { uri: 'example.com/offer' },
            content: [{ nodeType: 'text', data: {}, value: 'offer', marks: [] }],
          },
        ],
      }),
    }),
  ];
  const secret = 'the-secret-of-editors';
  const site = await startSite({
    ...service.environment,
    CONTENTFUL_PREVIEW_TOKEN: 'preview-token-canary-7304',
    CONTENTFUL_PREVIEW_HOST: service.origin,
    PREVIEW_SECRET: secret,
  });
  for (const query of ['page=contact', 'id=draft-page']) {
    const { text } = await request(site.url).get(`/preview?secret=${secret}&${query}`).expect(200);
    expect(text).toMatch(/This is a draft\..*is an address that the site itself has/s);
    expect(text).toContain('does not work, so readers see plain text. Start it with https://');
    expect(text).toContain('noindex');
  }
  await request(site.url).get(`/preview?secret=${secret}&page=nothing`).expect(404);
  const post = (item: object) =>
    request(site.url)
      .post(`/preview?secret=${secret}`)
      .send({ items: [item], includes: {} });
  await post(page('typed'))
    .expect(200)
    .expect(/Text of typed/);
  await post(question('asked')).expect(422);
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

test('with nothing configured there are two example pages, on a public site none', async () => {
  const site = await sharedSite();
  for (const path of ['/first-accident', '/passengers'])
    expect(await textAt(site, path)).toContain('This page is an example.');
  expect(await textAt(site, '/first-accident')).toContain('within 24 hours');
  const open = await sharedSite({ SITE_URL: 'https://www.example.com' });
  const { status } = await request(open.url).get('/first-accident').set('Host', 'www.example.com');
  expect(status).toBe(404);
});

test("the reserved slugs are the site's paths, here and in the content model", async () => {
  const { assets } = await sharedSite();
  const { contentTypes } = JSON.parse(readFileSync('content/content.json', 'utf8'));
  const model = contentTypes.find((type: { sys: { id: string } }) => type.sys.id === 'page');
  const slug = model.fields.find((field: { id: string }) => field.id === 'slug');
  const { pattern } = slug.validations.find((one: object) => 'prohibitRegexp' in one)
    .prohibitRegexp as { pattern: string };
  const reserved = [...RESERVED_SLUGS].filter((slug) => !isCorePage(slug));
  expect(pattern).toBe(`^(${reserved.sort().join('|')})$`);
  const site = await sharedSite();
  const taken = assets.publicFiles.filter((name) => /^[a-z0-9-]+$/.test(name));
  expect(taken.filter((name) => !RESERVED_SLUGS.has(name))).toEqual([]);
  const robots = await textAt(site, '/robots.txt');
  const endpoints = [...robots.matchAll(/^Disallow: \/([a-z0-9-]+)[/$]$/gm)].map(
    ([, part]) => part,
  );
  expect(endpoints.length).toBeGreaterThan(5);
  expect(endpoints.filter((part) => !RESERVED_SLUGS.has(part as string))).toEqual([]);
});
