import { expect, test } from 'vitest';
import { sharedSite, startSite } from '../../test/support/site.ts';
import { matchesEtag } from './negotiation.ts';

const etagOf = async (url: string) => (await fetch(url)).headers.get('etag') as string;

test('every page has an entity tag of its own, the same on every replica', async () => {
  const [one, other] = await Promise.all([startSite(), startSite()]);
  const tags = await Promise.all(['/about', '/contact'].map((path) => etagOf(one.url + path)));
  expect(new Set(tags).size).toBe(2);
  expect(tags[0]).toMatch(/^W\/"[\w-]{16}"$/);
  expect(await etagOf(`${other.url}/about`)).toBe(tags[0]);
});

test('another phone number of the company changes the tag', async () => {
  const [one, other] = await Promise.all([
    sharedSite(),
    sharedSite({ COMPANY_PHONE: '020 7946 0999' }),
  ]);
  expect(await etagOf(`${one.url}/about`)).not.toBe(await etagOf(`${other.url}/about`));
});

test('a page the browser still has is not rendered again, not even by a replica that never rendered it', async () => {
  const [one, other] = await Promise.all([startSite(), startSite()]);
  const etag = await etagOf(`${one.url}/about`);
  const { status, headers } = await fetch(`${other.url}/about`, {
    headers: { 'If-None-Match': etag },
  });
  expect([status, headers.get('etag')]).toEqual([304, etag]);
  const { values } = await other.metrics.renders.get();
  expect(values.find(({ labels }) => labels.outcome === 'started')?.value).toBe(0);
});

test.each([
  ['W/"a"', 'W/"a"', true],
  ['"a"', 'W/"a"', true],
  [' * ', 'W/"a"', true],
  ['"b", W/"a"', 'W/"a"', true],
  ['W/"b",W/"c"', 'W/"a"', false],
  ['xW/"a"', 'W/"a"', false],
  ['', 'W/"a"', false],
  [undefined, 'W/"a"', false],
])('If-None-Match %s and the tag %s: %s', (header, etag, expected) => {
  expect(matchesEtag(header, etag)).toBe(expected);
});
