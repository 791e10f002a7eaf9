import { expect, test } from 'vitest';
import type { Post } from '../../shared/blog/post.ts';
import { makePosts, startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { doc, p } from '../../test/fakes/rich-text.ts';
import { countLoadedPosts } from '../../test/support/blog.ts';
import { startSite } from '../../test/support/site.ts';
import { searchPosts, toSearchPrefixes, toSearchText } from './search.ts';

test('parses ten words of forty letters, each up to where its forms differ', () => {
  expect(toSearchPrefixes('Recovery, réparations & gas')).toEqual(['recover', 'repar', 'gas']);
  expect(toSearchPrefixes('a b c d e f g h i j k')).toHaveLength(10);
  expect(toSearchPrefixes('x'.repeat(50))).toEqual(['x'.repeat(40)]);
  expect(toSearchPrefixes('?!')).toEqual([]);
  expect(toSearchPrefixes('ties')).toEqual(['ties']);
});

test('posts with more of the words in their titles come first, the rest as they were', () => {
  const posts = [
    { title: 'About us', searchText: ' hire recover about us' },
    { title: 'A hire car', searchText: ' hire recover car' },
    { title: 'Other', searchText: ' hire other' },
    { title: 'Recovery and hire', searchText: ' hire recover and' },
    { title: 'Rehired', searchText: ' hire recover rehired' },
  ];
  const titles = searchPosts(posts, ['hire', 'recover']).map(({ title }) => title);
  expect(titles).toEqual(['Recovery and hire', 'A hire car', 'About us', 'Rehired']);
});

/** Starts a site of `count` posts, all of them copied, and returns a search for titles. */
async function startSearchedSite(count: number) {
  const service = await startContentfulStandIn();
  service.entries = makePosts(count);
  const site = await startSite({ ...service.environment, TRUST_PROXY: '1' });
  await site.blog.list(1);
  await expect.poll(() => countLoadedPosts(site.blog)).toBe(count);
  let clients = 0;
  /** Searches as a client that was not seen before, unless one is named. */
  const ask = (query: string, client?: string) => {
    clients += 1;
    const headers = { 'X-Forwarded-For': client ?? `192.0.2.${clients % 250}` };
    return fetch(`${site.url}/search${query}`, { headers });
  };
  const titles = async (typed: string) => {
    const answer = await ask(`?q=${encodeURIComponent(typed)}`);
    expect(answer.status, typed).toBe(200);
    return (await answer.text()).match(/(?<=<article.*?<h2 class="h3">)[^<]+/g) ?? [];
  };
  return { ...site, service, ask, titles };
}

/** Queries that no reader types. */
const HOSTILE = [
  `"`,
  `'`,
  `recovery" OR "`,
  'title:recovery NEAR(a b) AND NOT *',
  '^recovery*',
  'a & b | !c <-> d:* \\',
  "'; DROP TABLE blog_rows; --",
  'a\u0000b\u0007\u202e',
  '\ud800\udfff%_',
  'क्या 事故 🚗 é\u0301',
  'the',
  `${'x'.repeat(1500)}`,
];

test('finds posts by words of title, excerpt and text in any form, shown posts only', async () => {
  const { service, blog, ask, titles } = await startSearchedSite(50);
  Object.assign(service.edit('post-7', { title: 'Recovery at night' }));
  Object.assign(service.edit('post-8', { content: doc(p('They recovered the'), p('vehicle.')) }));
  Object.assign(
    service.edit('post-9', { excerpt: 'Nothing of the "recovering" kind: réparations' }),
  );
  service.edit('post-10', { title: 'Recovery later', publishedDate: '2999-01-01T00:00:00Z' });
  await blog.followChange();
  await expect.poll(() => countLoadedPosts(blog)).toBe(49);
  service.entries.push(...makePosts(51).slice(50));
  await blog.followChange();
  const best = (typed: string) => expect.poll(() => titles(typed));
  await best('recover').toEqual(['Recovery at night', expect.any(String), expect.any(String)]);
  await best('RECOVERING  vehicles').toEqual(['Post 8']);
  await best('kind réparation').toEqual(['Post 9']);
  await best('post').toHaveLength(20);
  await best('paragraph').toEqual([]);
  service.edit('post-8', { content: doc(p('Replaced.')) });
  service.unpublish('post-9');
  service.entries.push(...makePosts(52).slice(51));
  await blog.followChange();
  await best('recovery').toEqual(['Recovery at night']);
  for (const typed of HOSTILE) {
    const { status } = await ask(`?q=${encodeURIComponent(typed.toWellFormed())}`);
    expect(status, typed).toBe(200);
  }
});

test('a search page is neither indexed nor cached, and escapes the query', async () => {
  const { ask, url } = await startSearchedSite(50);
  const answer = await ask(`?q=${encodeURIComponent('<b>"Post" 3')}&q2=1`);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const text = await answer.text();
  expect(text).toContain('<meta name="robots" content="noindex"');
  expect(text).toContain('value="&lt;b&gt;&quot;Post&quot; 3"');
  expect(text).not.toContain('<b>"');
  expect(text).not.toContain('type="module"');
  expect(await (await fetch(`${url}/robots.txt`)).text()).toContain('Disallow: /search?\n');
  expect(await (await fetch(`${url}/sitemap.xml`)).text()).not.toContain('/search');
  for (const query of ['', '?q=', '?q=a&q=b', '?q=%', '?q=%00%1b', '?other=1']) {
    const empty = await ask(query);
    expect(empty.status, query).toBe(200);
    expect(await empty.text(), query).toContain('name="q"');
  }
  expect((await ask(`?q=${'x'.repeat(10_000)}`)).status).toBe(414);
  expect((await fetch(`${url}/search`, { method: 'POST' })).status).toBe(405);
});

test('a soft hyphen hides no word from a search, in a post or in what is typed', async () => {
  const post = { title: 'Acci\u00addent', excerpt: null, content: null } as unknown as Post;
  expect(toSearchText(post)).toBe(' accident');
  expect(toSearchPrefixes('acci\u00addent')).toEqual(toSearchPrefixes('accident'));
});

test('a search looks through the titles of entries in a line of text', () => {
  const content = {
    nodeType: 'document',
    data: {},
    content: [
      {
        nodeType: 'paragraph',
        data: {},
        content: [
          { nodeType: 'text', value: 'See', marks: [], data: {} },
          {
            nodeType: 'embedded-entry-inline',
            data: { target: { kind: 'title', title: ' our glossary' } },
            content: [],
          },
        ],
      },
    ],
  };
  const post = { title: 'A', excerpt: null, content } as unknown as Post;
  expect(toSearchText(post)).toBe(' a see our glossary');
});
