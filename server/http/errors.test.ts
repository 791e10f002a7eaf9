import request from 'supertest';
import { expect, test } from 'vitest';
import { startSite } from '../../test/support/site.ts';
import { createApp } from '../app.ts';

/** The site with a blog that gives a page something it cannot render. */
async function brokenSite() {
  const site = await startSite();
  const list = () => ({
    result: { state: 'ready' as const, posts: null as never, page: 1, pageCount: 1 },
    version: 'broken',
  });
  return {
    site,
    app: createApp({ ...site, blog: { ...site.blog, list, listVersion: () => 'broken' } }),
  };
}

test('a page that fails is a 500 with the whole layout, the specified heading and no internals', async () => {
  const { site, app } = await brokenSite();
  const { status, text, headers } = await request(app).get('/blogs').set('Accept', 'text/html');
  expect(status).toBe(500);
  expect(text).toContain('Unexpected Application Error!');
  expect(text.replaceAll('<!-- -->', '')).toContain('500 Internal Server Error');
  expect(text).toContain('tel:');
  expect(text).toContain('<meta name="robots" content="noindex"/>');
  expect(text).not.toMatch(/null|\n\s+at /);
  expect(headers['cache-control']).toBe('no-store');
  expect(site.lines.join('')).toContain('render failed');
});

test('a failure is JSON without internals for a script that asks for JSON', async () => {
  const { app } = await brokenSite();
  const { status, body } = await request(app).get('/blogs').set('Accept', 'application/json');
  expect(status).toBe(500);
  expect(body).toEqual({ error: 'Internal Server Error' });
});

test('a page that breaks after its shell was sent ends there, with the phone number, and is not kept', async () => {
  const site = await startSite();
  const broken = {
    result: { state: 'ready' as const, posts: null as never, page: 1, pageCount: 1 },
    version: 'broken',
  };
  const list = () => new Promise<typeof broken>((resolve) => setTimeout(resolve, 600, broken));
  const app = createApp({
    ...site,
    blog: { ...site.blog, list, listVersion: () => 'broken' },
  });
  const { status, text, headers } = await request(app)
    .get('/blogs')
    .set('User-Agent', 'Mozilla/5.0 (a browser)');
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  for (const part of ['Loading...', 'href="tel:', '<footer', '</html>'])
    expect(text).toContain(part);
  expect(site.lines.join('')).toContain('render failed');
  await request(app).get('/blogs');
  expect(site.lines.filter((line) => line.includes('render failed'))).toHaveLength(2);
});

test('a page that failed is rendered again, and kept once it is whole', async () => {
  const site = await startSite();
  const broken = {
    result: { state: 'ready' as const, posts: null as never, page: 1, pageCount: 1 },
    version: 'same',
  };
  let failing = true;
  const list: typeof site.blog.list = (page) => {
    const found = site.blog.list(page);
    return failing || found instanceof Promise ? broken : { ...found, version: 'same' };
  };
  const app = createApp({ ...site, blog: { ...site.blog, list, listVersion: () => 'same' } });
  for (let turn = 0; turn < 2; turn += 1)
    expect((await request(app).get('/blogs').set('Accept', 'text/html')).status).toBe(500);
  failing = false;
  expect((await request(app).get('/blogs')).status).toBe(200);
});
