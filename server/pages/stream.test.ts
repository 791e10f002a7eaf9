import { expect, test } from 'vitest';
import { overrideContent } from '../../test/support/blog.ts';
import { serve } from '../../test/support/serve.ts';
import { startSite } from '../../test/support/site.ts';
import { createApp } from '../app.ts';
import type { Content } from '../content/content.ts';
import type { Lookup } from '../content/lookup.ts';

const PERSON = {
  headers: { 'User-Agent': 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Safari/604.1' },
};
const VISITORS = 20;

/** A site whose list of posts, the first time it is rendered, waits for a title. */
async function siteWithLateTitle() {
  const site = await startSite();
  const { content } = site;
  const title = Promise.withResolvers<string>();
  title.promise.catch(() => {}); // React waits for it only once it renders the title
  const asked = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  let isFirst = true;
  /** The posts, of which the first has a title that is still to come. */
  const listWithLateTitle = (): Lookup => {
    const found = content.peek({ kind: 'list', page: 1 });
    if (found?.state !== 'ready') throw new Error('not loaded');
    const shown = found.show();
    if (!('posts' in shown)) throw new Error('not a list');
    const [post, ...posts] = shown.posts;
    const late = { ...post, title: title.promise } as never;
    return { ...found, show: () => ({ ...shown, posts: [late, ...posts] }) };
  };
  const list: Content['lookup'] = (address, ms) => {
    asked.resolve();
    if (!isFirst) return content.lookup(address, ms);
    isFirst = false;
    return listWithLateTitle();
  };
  const silent = { state: 'unavailable', retryAfterSeconds: 1, isSilent: true } as const;
  /** The posts come when `arrived` is resolved, the title after them. */
  const lateList: Content['lookup'] = (_, silenceMs = 0) =>
    silenceMs < 1000 ? silent : arrived.promise.then(listWithLateTitle);
  const serveWith = async (lookup: Content['lookup']) => {
    const own = overrideContent(content, { lookup });
    return `${await serve(createApp({ ...site, content: own }))}/blogs`;
  };
  const renders = async () => {
    const { values } = await site.metrics.renders.get();
    return values.find(({ labels }) => labels.outcome === 'started')?.value;
  };
  const { lines } = site;
  return { list, lateList, serveWith, title, asked, arrived, renders, lines };
}

const askFor = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, isWhole: (await response.text()).endsWith('</html>') };
};
const WHOLE = { status: 200, isWhole: true };

test('a page of which a part fails is a 500, and is rendered anew for the next visitor', async () => {
  const { list, serveWith, title, lines } = await siteWithLateTitle();
  const url = await serveWith(list);
  title.reject(new Error('no title'));
  const failed = await fetch(url, { headers: { Accept: 'text/html' } });
  expect(failed.status).toBe(500);
  expect(failed.headers.get('cache-control')).toBe('no-store');
  expect(await failed.text()).toContain('href="tel:');
  expect(lines.join('')).toContain('no title');
  expect(await askFor(url)).toEqual(WHOLE);
});

test('a page is rendered once, though the first of those who ask leaves', async () => {
  const { list, serveWith, title, asked, renders } = await siteWithLateTitle();
  const url = await serveWith(list);
  const before = await renders();
  const leave = new AbortController();
  const first = fetch(url, { signal: leave.signal });
  await asked.promise;
  const others = Array.from({ length: VISITORS }, () => askFor(url));
  leave.abort();
  await expect(first).rejects.toThrow('aborted');
  title.resolve('A title');
  expect(await Promise.all(others)).toEqual(Array(VISITORS).fill(WHOLE));
  expect(await renders()).toBe((before ?? 0) + 1);
});

test('a streamed page of which a part fails late ends with the phone number', async () => {
  const { lateList, serveWith, title, arrived, lines } = await siteWithLateTitle();
  const response = await fetch(await serveWith(lateList), PERSON);
  expect(response.status).toBe(200);
  arrived.resolve();
  title.reject(new Error('no title'));
  const text = await response.text();
  for (const part of ['Loading...', 'href="tel:', '<footer']) expect(text).toContain(part);
  expect(lines.join('')).toContain('no title');
});

test('a visitor who leaves ends the render of their streamed page', async () => {
  const { lateList, serveWith, title, arrived, lines } = await siteWithLateTitle();
  const leave = new AbortController();
  const url = await serveWith(lateList);
  await fetch(url, { ...PERSON, signal: leave.signal });
  leave.abort();
  arrived.resolve();
  title.resolve('A title');
  await expect.poll(() => lines.join('')).toContain('"status":499');
  expect(lines.join('')).not.toContain('render failed');
});
