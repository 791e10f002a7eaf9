import { expect, test } from 'vitest';
import { checkSearch, startSearchedSite } from '../../test/support/blog-search.ts';

test('a search finds posts by words of title, excerpt and text in any form, and nothing that is not shown', async () => {
  await checkSearch();
});

test('there is a search from fifty posts on', async () => {
  const { url, ask, service, blog } = await startSearchedSite(49);
  const field = async () =>
    (await (await fetch(`${url}/blogs`)).text()).includes('action="/search"');
  expect([(await ask('?q=post')).status, await field()]).toEqual([404, false]);
  service.entries.push({
    ...service.entry('post-1'),
    ...{
      sys: { ...service.entry('post-1').sys, id: 'other' },
      fields: { ...service.entry('post-1').fields, slug: 'other' },
    },
  });
  await blog.refresh();
  expect([(await ask('?q=post')).status, await field()]).toEqual([200, true]);
});

test('a search is a page for nobody else: not indexed, not kept, and what was typed stays text', async () => {
  const { ask, url } = await startSearchedSite(50);
  const answer = await ask(`?q=${encodeURIComponent('<b>"Post" 3')}&q2=1`);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const text = await answer.text();
  expect(text).toContain('<meta name="robots" content="noindex"');
  expect(text).toContain('value="&lt;b&gt;&quot;Post&quot; 3"');
  expect(text).not.toContain('<b>"');
  expect(text).not.toContain('type="module"');
  expect(await (await fetch(`${url}/robots.txt`)).text()).toContain('Disallow: /search\n');
  expect(await (await fetch(`${url}/sitemap.xml`)).text()).not.toContain('/search');
  for (const query of ['', '?q=', '?q=a&q=b', '?q=%', '?q=%00%1b', '?other=1']) {
    const empty = await ask(query);
    expect(empty.status, query).toBe(200);
    expect(await empty.text(), query).toContain('name="q"');
  }
  expect((await ask(`?q=${'x'.repeat(10_000)}`)).status).toBe(414);
  expect((await fetch(`${url}/search`, { method: 'POST' })).status).toBe(405);
});

test('a client that searches without end is told to wait, and others are not', async () => {
  const { ask, lines } = await startSearchedSite(50);
  const from = (client: string) => ask('?q=canary-words', client);
  const statuses: number[] = [];
  for (let search = 0; search < 61; search += 1) statuses.push((await from('198.51.100.1')).status);
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([200]));
  const refused = await from('198.51.100.1');
  expect([statuses.at(-1), refused.status]).toEqual([429, 429]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await from('198.51.100.2')).status).toBe(200);
  expect(lines.join('')).not.toContain('canary-words');
});

test('a search needs no database', async () => {
  const { titles, database } = await startSearchedSite(50);
  await database.close();
  expect(await titles('post 33')).toEqual(['Post 33']);
});
