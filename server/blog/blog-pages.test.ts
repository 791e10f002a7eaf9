import request from 'supertest';
import { expect, test } from 'vitest';
import { telHref } from '../../shared/site/company.ts';
import {
  type FakeContentful,
  makePosts,
  PREVIEW_TOKEN,
  startContentfulStandIn,
} from '../../test/fakes/contentful-stand-in.ts';
import { doc, p } from '../../test/fakes/rich-text.ts';
import { startSite } from '../../test/support/site.ts';

const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Starts a site over the stand-in that has its list of posts already. */
async function openWarmSite(service: FakeContentful, environment: Record<string, string> = {}) {
  const site = await startSite({ ...service.environment, ...environment });
  await site.blog.catalogued();
  const get = (path: string, agent = CRAWLER) =>
    request(site.server).get(path).set('User-Agent', agent);
  return { ...site, get };
}

test('after a cold start in an outage the blog is a whole 503, other pages are 200', async () => {
  const service = await startContentfulStandIn();
  await service.goDown();
  const { get, config } = await openWarmSite(service);
  for (const path of ['/blogs', '/blogs/any-post', '/blogs/page/2'])
    for (const agent of [CRAWLER, PERSON]) {
      const { headers, text } = await get(path, agent)
        .expect(503)
        .expect('Cache-Control', 'no-store');
      expect(Number(headers['retry-after']), path).toBeGreaterThanOrEqual(1);
      for (const part of ['<header', '<footer', '<h1', telHref(config.company.phone)])
        expect(text, path).toContain(part);
      expect(text).not.toMatch(/<meta name="robots" content="index/);
    }
  for (const path of ['/', '/contact', '/robots.txt']) await get(path).expect(200);
});

test('an unknown post is a 404, gone a 410, moved a 301', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(5);
  const { get, blog } = await openWarmSite(service);
  const { text } = await get('/blogs/no-such-post').expect(404);
  expect(text).toContain('Loading...');
  service.unpublish('post-2');
  service.edit('post-3', { slug: 'renamed' });
  await blog.followChange();
  const gone = await get('/blogs/post-2').expect(410);
  expect(gone.text.replace(/<!--.*?-->/g, '')).toContain('<h1>This post has been taken down</h1>');
  expect(gone.text).toContain('We no longer publish it.');
  expect(gone.text).not.toMatch(/Loading\.\.\.|may have moved/);
  await get('/blogs/post-3').expect(301).expect('Location', '/blogs/renamed');
  await get('/blogs/page/2').expect(404);
});

test('a draft that fails keeps the secret of its address out of every Referer', async () => {
  const service = await startContentfulStandIn();
  const { get } = await openWarmSite(service, {
    CONTENTFUL_PREVIEW_TOKEN: PREVIEW_TOKEN,
    CONTENTFUL_PREVIEW_HOST: service.origin,
    PREVIEW_SECRET: 'the-secret-of-editors',
  });
  await service.goDown();
  for (const accept of ['text/html', 'application/json', 'text/plain'])
    await get('/preview?secret=the-secret-of-editors&slug=a-draft')
      .set('Accept', accept)
      .expect(503)
      .expect('Referrer-Policy', 'no-referrer');
});

test('a webhook updates the changed page, and unchanged pages stay cached', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(10);
  const { get, server } = await openWarmSite(service, {
    CONTENTFUL_WEBHOOK_SECRET: 'a secret of the webhook',
    CONTENT_TTL_SECONDS: '3600',
  });
  const [unchanged, changed] = [
    await get('/blogs/post-5').expect(200),
    await get('/blogs/post-2').expect(200),
  ];
  service.edit('post-2', { title: 'Corrected' });
  await request(server)
    .post('/webhooks/contentful')
    .set('X-Webhook-Secret', 'a secret of the webhook')
    .expect(204);
  expect((await get('/blogs/post-2')).text).toContain('Corrected');
  expect((await get('/blogs')).text).toContain('Corrected');
  expect((await get('/blogs/post-2')).headers.etag).not.toBe(changed.headers.etag);
  expect((await get('/blogs/post-5')).headers.etag).toBe(unchanged.headers.etag);
});

test('a draft is shown to whoever has the secret, and the preview token is nowhere', async () => {
  const service = await startContentfulStandIn();
  const [entry] = makePosts(1);
  service.drafts = [
    {
      ...(entry as ReturnType<typeof makePosts>[number]),
      fields: { title: 'A draft', slug: 'a-draft', publishedDate: '' },
    },
  ];
  const { get, lines } = await openWarmSite(service, {
    CONTENTFUL_PREVIEW_TOKEN: PREVIEW_TOKEN,
    CONTENTFUL_PREVIEW_HOST: service.origin,
    PREVIEW_SECRET: 'the-secret-of-editors',
  });
  const refused = await get('/preview?secret=wrong&slug=a-draft').expect(401);
  expect(refused.text).toContain('Ask the person who runs the website for the right link');
  const { text, headers } = await get('/preview?secret=the-secret-of-editors&slug=a-draft')
    .expect(200)
    .expect('Cache-Control', 'no-store');
  expect(text).toContain('A draft');
  expect(text).toMatch(/<meta name="robots" content="noindex/);
  expect(text).toContain('This is a draft.');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['x-frame-options']).toBeUndefined();
  expect(headers['content-security-policy']).toContain(
    'frame-ancestors https://app.contentful.com https://app.eu.contentful.com',
  );
  const { text: byId } = await get(
    `/preview?secret=the-secret-of-editors&id=${entry?.sys.id}`,
  ).expect(200);
  expect(byId).toBe(text);
  await get('/preview?secret=the-secret-of-editors&id=no-such-entry').expect(404);
  await get('/blogs/a-draft').expect(404);
  Object.assign(service.drafts[0]?.fields ?? {}, { slug: 'a-draft ' });
  await get('/preview?secret=the-secret-of-editors&slug=a-draft%20').expect(200);
  const seen = text + JSON.stringify(headers) + lines.join('');
  expect(seen).not.toContain(PREVIEW_TOKEN);
  expect(seen).not.toContain('the-secret-of-editors');
});

test('a draft without a title and a slug is previewed by the id of its entry', async () => {
  const service = await startContentfulStandIn();
  const [entry] = makePosts(1) as [ReturnType<typeof makePosts>[number]];
  service.drafts = [{ ...entry, fields: { content: doc(p('So far.')) } as never }];
  const { get } = await openWarmSite(service, {
    CONTENTFUL_PREVIEW_TOKEN: PREVIEW_TOKEN,
    CONTENTFUL_PREVIEW_HOST: service.origin,
    PREVIEW_SECRET: 'the-secret-of-editors',
  });
  const { text } = await get('/preview?secret=the-secret-of-editors&id=id-1').expect(200);
  expect(text).toContain('So far.');
  expect(text).toContain('No title yet');
});

test('a preview with the secret shows unsaved fields as the site would', async () => {
  const service = await startContentfulStandIn();
  const [entry] = makePosts(1) as [ReturnType<typeof makePosts>[number]];
  const { server } = await openWarmSite(service, {
    CONTENTFUL_PREVIEW_TOKEN: PREVIEW_TOKEN,
    CONTENTFUL_PREVIEW_HOST: service.origin,
    PREVIEW_SECRET: 'the-secret-of-editors',
  });
  const { length: calls } = service.calls;
  const post = (secret: string, body: string, type = 'application/json') =>
    request(server).post(`/preview?secret=${secret}`).set('Content-Type', type).send(body);
  const fields = { ...entry.fields, title: 'As <b>typed</b>' };
  const typed = JSON.stringify({ items: [{ ...entry, fields }] });
  await post('wrong', typed).expect(401);
  const { text } = await post('the-secret-of-editors', typed)
    .expect(200)
    .expect('Cache-Control', 'no-store');
  expect(text).toContain('<title>As &lt;b&gt;typed&lt;/b&gt; |');
  for (const body of [
    '{',
    'x',
    'null',
    '{}',
    '[]',
    '{"items":"x"}',
    '{"items":[null]}',
    '{"items":[{"sys":{}}]}',
  ])
    await post('the-secret-of-editors', body)
      .expect(422)
      .expect(/The page you are looking for was not found/);
  await post('the-secret-of-editors', typed, 'text/plain').expect(422);
  await post('the-secret-of-editors', JSON.stringify('x'.repeat(8e6))).expect(413);
  expect(service.calls).toHaveLength(calls);
});
