import { expect } from 'vitest';
import { somePosts, startContentfulStandIn } from '../stand-ins/contentful-stand-in.ts';
import { doc, p } from '../stand-ins/rich-text.ts';
import { readPosts } from './blog.ts';
import { startSite } from './site.ts';

/** A site of `count` posts, all of them copied, and a search that gives the titles it found. */
export async function startSearchedSite(count: number) {
  const service = await startContentfulStandIn();
  service.entries = somePosts(count);
  const site = await startSite({ ...service.environment, TRUST_PROXY: '1' });
  await site.blog.list(1);
  await expect.poll(() => readPosts(site.blog)).toBe(count);
  let clients = 0;
  /** As a client that nobody has seen before, unless it is named. */
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

/** What nobody types who looks for a post. */
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

/** What a search finds. */
export async function checkSearch(): Promise<void> {
  const { service, blog, ask, titles } = await startSearchedSite(50);
  Object.assign(service.edit('post-7', { title: 'Recovery at night' }));
  Object.assign(service.edit('post-8', { content: doc(p('They recovered the'), p('vehicle.')) }));
  Object.assign(
    service.edit('post-9', { excerpt: 'Nothing of the "recovering" kind: réparations' }),
  );
  service.edit('post-10', { title: 'Recovery later', publishedDate: '2999-01-01T00:00:00Z' });
  await blog.refresh();
  await expect.poll(() => readPosts(blog)).toBe(49);
  service.entries.push(...somePosts(51).slice(50));
  await blog.refresh();
  const best = (typed: string) => expect.poll(() => titles(typed));
  await best('recover').toEqual(['Recovery at night', expect.any(String), expect.any(String)]);
  await best('RECOVERING  vehicles').toEqual(['Post 8']);
  await best('kind réparation').toEqual(['Post 9']);
  await best('post').toHaveLength(20);
  await best('paragraph').toEqual([]);
  service.edit('post-8', { content: doc(p('Replaced.')) });
  service.unpublish('post-9');
  service.entries.push(...somePosts(52).slice(51));
  await blog.refresh();
  await best('recovery').toEqual(['Recovery at night']);
  for (const typed of HOSTILE) {
    const { status } = await ask(`?q=${encodeURIComponent(typed.toWellFormed())}`);
    expect(status, typed).toBe(200);
  }
}
