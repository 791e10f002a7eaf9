import { expect, test } from 'vitest';
import { send } from '../../test/support/send.ts';
import { PUBLIC, sharedSite, startSite } from '../../test/support/site.ts';
import { OTHER_COMPANY } from '../../test/support/test-company.ts';

const etagOf = async (url: string) => (await fetch(url)).headers.get('etag') as string;

test('gives every page an ETag of its own, whose 304 leaves the cached headers', async () => {
  const { url } = await sharedSite();
  const tags = await Promise.all(['/about', '/contact'].map((path) => etagOf(url + path)));
  expect(new Set(tags).size).toBe(2);
  expect(tags[0]).toMatch(/^W\/"[\w-]{16}"$/);
  const { status, headers } = await send(`${url}/about`, { 'If-None-Match': tags[0] as string });
  expect(status).toBe(304);
  const kept = ['cache-control', 'connection', 'date', 'etag', 'vary'];
  expect(Object.keys(headers).sort()).toEqual(kept);
});

test.each([
  ['the facts of the company', {}, OTHER_COMPANY],
  ['the security headers', PUBLIC, { ...PUBLIC, HSTS: 'off' }],
])('with %s the tag changes', async (_what, before, after) => {
  const tags = [before, after].map(async (environment) =>
    etagOf(`${(await sharedSite(environment)).url}/about`),
  );
  expect(new Set(await Promise.all(tags)).size).toBe(2);
});

test('responds 304 without a render, also on a fresh replica', async () => {
  const etag = await etagOf(`${(await sharedSite()).url}/about`);
  const other = await startSite();
  const { status, headers } = await send(`${other.url}/about`, { 'If-None-Match': etag });
  expect([status, headers.etag]).toEqual([304, etag]);
  const { values } = await other.metrics.renders.get();
  expect(values.find(({ labels }) => labels.outcome === 'started')?.value).toBe(0);
});
