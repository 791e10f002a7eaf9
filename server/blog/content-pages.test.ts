import { readFileSync } from 'node:fs';
import request from 'supertest';
import { expect, test } from 'vitest';
import { isCorePage } from '../../shared/routes.ts';
import { startFullStandIn } from '../../test/fakes/contentful-stand-in.ts';
import {
  type EntryItem,
  entryLink,
  otherEntry,
  type RichTextNode,
} from '../../test/fakes/entries.ts';
import { doc, p } from '../../test/fakes/rich-text.ts';
import { openSite, sharedSite, startSite, type TestSite } from '../../test/support/site.ts';
import { siteFile, temporaryFolder } from '../../test/support/site-file.ts';
import { RESERVED_SLUGS } from '../config/site-file/reserved-slugs.ts';

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
