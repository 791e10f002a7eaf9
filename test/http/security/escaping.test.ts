import request from 'supertest';
import { expect, test } from 'vitest';
import { STATIC_PATHS } from '../../../shared/routes.ts';
import { startContentfulStandIn } from '../../fakes/contentful-stand-in.ts';
import { HOSTILE, HOSTILE_COMPANY, HOSTILE_FACT, hostileEntries } from '../../fakes/hostile.ts';
import { countLoadedPosts } from '../../support/blog.ts';
import { sharedSite, type TestSite } from '../../support/site.ts';

let started: Promise<TestSite> | undefined;

/** One site for all tests of this file: after the first, its content service is gone. */
function hostileSite(): Promise<TestSite> {
  started ??= startHostileSite();
  return started;
}

async function startHostileSite() {
  const service = await startContentfulStandIn();
  service.entries = hostileEntries();
  const environment = { ...HOSTILE_COMPANY, ...service.environment, CONTENT_TTL_SECONDS: '3600' };
  const site = await sharedSite(environment);
  await expect.poll(() => countLoadedPosts(site.blog)).toBe(2);
  return site;
}

/** Splits a page into what an HTML parser takes for scripts and the page without them. */
function takeApart(html: string) {
  const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].map(
    ([, attributes = '', content = '']) => ({
      attributes,
      content,
    }),
  );
  return { scripts, markup: html.replace(/<script[^>]*>[\s\S]*?<\/script>/g, '') };
}

function expectHarmless(html: string, page: string) {
  const { scripts, markup } = takeApart(html);
  expect(markup, page).toContain('&lt;pwned-tag onpwned=1&gt;'); // it is there, as text
  expect(markup, page).not.toMatch(
    /<pwned|["'] onpwned|<img src=x|<!--(?!(?: |\/?\$.*?)?-->)|href="\s*(?:java\s*script|data|vbscript):/i,
  );
  for (const { attributes, content } of scripts) {
    if (content === '') continue;
    expect(attributes, page).toMatch(/type="application\/(ld\+)?json"/);
    expect(content, page).not.toMatch(/[<\u2028\u2029]/);
    JSON.parse(content);
  }
}

test('hostile facts and posts stay text on every page', async () => {
  const site = await hostileSite();
  for (const path of [...STATIC_PATHS, '/blogs/hostile', '/blogs/bad-date', '/no-such-page']) {
    const { text, status } = await request(site.server).get(path);
    expect(status, path).toBe(path === '/no-such-page' ? 404 : 200);
    expectHarmless(text, path);
  }
  const failed = await request(site.server).get('/blogs/no-such-post');
  expectHarmless(failed.text, 'Loading...');
});

test('structured data, serialized cache, manifest and API return exactly their input', async () => {
  const site = await hostileSite();
  const { scripts } = takeApart((await request(site.server).get('/blogs/hostile')).text);
  const data = (pattern: RegExp) =>
    scripts
      .filter(({ attributes }) => pattern.test(attributes))
      .map(({ content }) => JSON.parse(content));
  expect(data(/blog-cache/)[0].post.post).toMatchObject({ title: HOSTILE, author: HOSTILE });
  expect(JSON.stringify(data(/ld\+json/))).toContain(JSON.stringify(HOSTILE).slice(1, -1));
  const manifest = await request(site.server).get('/manifest.webmanifest').buffer();
  expect(JSON.parse(manifest.text).name).toBe(HOSTILE_FACT);
  expect((await request(site.server).get('/api/posts')).body.posts[0].title).toBe(HOSTILE);
});

test('nothing in a request or in content forges a log line or a header', async () => {
  const site = await hostileSite();
  const requests = () => site.lines.filter((line) => line.includes('"msg":"request"')).length;
  const before = requests();
  for (const path of [
    '/about/?x=%0d%0aSet-Cookie:%20pwned=1',
    '/blogs/hostile',
    '/blogs/%0aSet-Cookie:pwned',
    `/x?${encodeURIComponent(HOSTILE)}`,
  ]) {
    const { headers } = await request(site.server)
      .get(path)
      .redirects(0)
      .set('User-Agent', '","level":60,"msg":"pwned')
      .set('X-Request-Id', '","msg":"pwned');
    expect(headers, path).not.toHaveProperty('set-cookie');
    if (headers.location) expect(headers.location).toMatch(/^\/[!-~]*$/);
  }
  await expect.poll(requests).toBeGreaterThanOrEqual(before + 4);
  for (const line of site.lines) {
    expect(line.trimEnd()).not.toContain('\n');
    expect(JSON.parse(line).msg).not.toContain('pwned');
  }
});
