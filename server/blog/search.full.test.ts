import { expect, test } from 'vitest';
import { makePosts, startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { countLoadedPosts } from '../../test/support/blog.ts';
import { startSite } from '../../test/support/site.ts';

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
  await blog.followChange();
  expect([(await ask('?q=post')).status, await field()]).toEqual([200, true]);
});

test('a client over the rate limit of searches gets a 429, and others do not', async () => {
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
