import request from 'supertest';
import { expect, test } from 'vitest';
import { overrideContent } from '../../test/support/blog.ts';
import { sharedSite } from '../../test/support/site.ts';
import { createApp } from '../app.ts';
import type { Content } from '../content/content.ts';

/** The site with a blog that gives a page something it cannot render, until it is mended. */
async function brokenSite() {
  const site = await sharedSite();
  const list = { state: 'ready' as const, posts: null as never, page: 1, pageCount: 1 };
  const broken = { state: 'ready' as const, show: () => list, version: 'broken' };
  let isBroken = true;
  const lookup: Content['lookup'] = (...asked) =>
    isBroken ? broken : site.content.lookup(...asked);
  return {
    site,
    app: createApp({ ...site, content: overrideContent(site.content, { lookup }) }),
    mend() {
      isBroken = false;
    },
  };
}

test('returns an uncached 500 with the layout and no internals when a page fails', async () => {
  const { site, app, mend } = await brokenSite();
  const { status, text, headers } = await request(app).get('/blogs').set('Accept', 'text/html');
  expect(status).toBe(500);
  expect(text).toContain('Unexpected Application Error!');
  expect(text.replaceAll('<!-- -->', '')).toContain('500 Internal Server Error');
  expect(text).toContain('tel:');
  expect(text).toContain('<meta name="robots" content="noindex"/>');
  expect(text).not.toMatch(/null|\n\s+at /);
  expect(headers['cache-control']).toBe('no-store');
  expect(site.lines.join('')).toContain('request failed');
  mend();
  await request(app).get('/blogs').expect(200);
});

test('a failure is JSON without internals for a script that asks for JSON', async () => {
  const { app } = await brokenSite();
  const { status, body } = await request(app).get('/blogs').set('Accept', 'application/json');
  expect(status).toBe(500);
  expect(body).toEqual({ error: 'Internal Server Error' });
});
