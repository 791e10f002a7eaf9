import { expect, test } from 'vitest';
import { serve } from '../../test/support/serve.ts';
import { sharedSite } from '../../test/support/site.ts';
import { createApp } from '../app.ts';

/** A site whose list of posts, the first time it is rendered, waits for a title after its shell. */
async function siteWithLateTitle() {
  const site = await sharedSite();
  const { blog } = site;
  const title = Promise.withResolvers<never>();
  let isFirst = true;
  const list: typeof blog.list = (page) => {
    const found = blog.list(page);
    if (found instanceof Promise || found.result.state !== 'ready') throw new Error('not loaded');
    if (!isFirst) return found;
    isFirst = false;
    const [post, ...posts] = found.result.posts;
    const late = { ...post, title: title.promise } as never;
    return { ...found, result: { ...found.result, posts: [late, ...posts] } };
  };
  const listVersion: typeof blog.listVersion = (page) => blog.listVersion(page);
  const app = createApp({ ...site, blog: { ...blog, list, listVersion } });
  return { url: `${await serve(app)}/blogs`, title, lines: site.lines };
}

const askFor = async (url: string) => {
  const html = await (await fetch(url)).text();
  return { ended: html.endsWith('</html>'), loading: html.includes('Loading...') };
};

test('ends a page that fails after its shell with the phone number, and caches nothing', async () => {
  const { url, title, lines } = await siteWithLateTitle();
  const first = await fetch(url);
  title.reject(new Error('no title'));
  const text = await first.text();
  for (const part of ['Loading...', 'href="tel:', '<footer']) expect(text).toContain(part);
  expect(lines.join('')).toContain('no title');
  expect(await askFor(url)).toEqual({ ended: true, loading: false });
});

test('caches no page whose visitor left halfway', async () => {
  const { url } = await siteWithLateTitle();
  const leave = new AbortController();
  await fetch(url, { signal: leave.signal });
  leave.abort();
  expect(await askFor(url)).toEqual({ ended: true, loading: false });
});
