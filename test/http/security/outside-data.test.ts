import request from 'supertest';
import { expect, test } from 'vitest';
import { makePosts, startContentfulStandIn } from '../../fakes/contentful-stand-in.ts';
import { serve } from '../../support/serve.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import { callbackFields } from '../../support/typed.ts';

/** The characters that Node sends in a header (RFC 9110, section 5.5, allows little more). */
const SENDABLE = /^[\x20-\x7e]*$/;

const moved = async ({ server }: TestSite, path: string) => {
  const { status, headers } = await request(server).get(path).redirects(0);
  expect(status, path).toBe(301);
  for (const value of Object.values(headers)) expect(String(value)).toMatch(SENDABLE);
  return headers.location;
};

test('slugs in letters of any script redirect when renamed; others reach no header', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(4);
  const site = await startSite({ ...service.environment, CONTENT_TTL_SECONDS: '0' });
  await site.blog.list(1);
  for (const [id, slug] of [
    ['post-1', '日本'],
    ['post-2', '𠮷野家'],
    ['post-3', 'line\r\nX-Injected: 1'],
    ['post-4', '\ud800'],
  ] as const) {
    await request(site.server).get(`/blogs/${id}`).expect(200);
    service.edit(id, { slug });
  }
  await site.blog.followChange();
  expect(await moved(site, '/blogs/post-1')).toBe('/blogs/%E6%97%A5%E6%9C%AC');
  expect(await moved(site, '/api/posts/post-1')).toBe('/api/posts/%E6%97%A5%E6%9C%AC');
  expect(await moved(site, '/blogs/post-2')).toBe(encodeURI('/blogs/𠮷野家'));
  for (const path of ['/blogs/post-3', '/blogs/post-4', '/api/posts/post-3'])
    expect((await request(site.server).get(path)).status, path).toBeGreaterThanOrEqual(400);
});

test('whatever the PHP backend says in Retry-After, the form is answered', async () => {
  let retryAfter = '';
  const backend = await serve((_request, response) => {
    response.writeHead(429, { 'Retry-After': retryAfter }).end('{"ok":false}');
  });
  const { server } = await startSite({ PHP_BACKEND_URL: backend });
  const form = callbackFields({});
  const dates = ['120', 'Fri, 31 Dec 1999 23:59:59 GMT'];
  for (retryAfter of [...dates, 'caf\u00e9', '\u00ff\u0080', ' '.repeat(99), '"'])
    for (const accept of ['application/json', 'text/html']) {
      const post = request(server).post('/contact.php').set('Accept', accept).type('form');
      expect((await post.send(form)).status, retryAfter).toBe(429);
    }
});
