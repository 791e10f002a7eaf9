import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { type PostgresServer, startPostgres } from '../../test/support/callbacks/postgres.ts';
import { serve } from '../../test/support/serve.ts';
import { startSite } from '../../test/support/site.ts';
import { openDesk } from '../callbacks/desk/open-desk.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

/** Sites that share a database, with data folders of their own. */
async function startReplicas(count: number, settings: Record<string, string>) {
  const DATABASE_URL = server.newDatabase(`site_${randomUUID().slice(0, 8)}`);
  const environment = { DATABASE_URL, TRUST_PROXY: '1', ...settings };
  const sites = await Promise.all(Array.from({ length: count }, () => startSite(environment)));
  for (const { callbacks } of sites) await expect.poll(() => callbacks?.store.opened).toBe(true);
  return sites;
}

const postForm = async (url: string, client: string, number: number) => {
  const fields = { name: `caller ${number}`, mobile: '07700 900123', email: 'a@example.com' };
  const body = new URLSearchParams({ ...fields, message: '' });
  const headers = { 'X-Forwarded-For': client };
  return (await fetch(`${url}/contact.php`, { method: 'POST', body, headers })).status;
};

test('four replicas have one limit for the forms of a client, with one statement more each', async () => {
  const replicas = await startReplicas(4, { CONTACT_RATE_LIMIT: '5' });
  const statuses: number[] = [];
  for (let form = 0; form < 40; form++) {
    const { url } = replicas[form % 4] as (typeof replicas)[number];
    statuses.push(await postForm(url, '192.0.2.1', form));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(35);
  expect(await postForm(replicas[0]?.url as string, '192.0.2.2', 99)).toBe(200);
});

test('forms that come to four replicas at once are no more than the limit either', async () => {
  const replicas = await startReplicas(4, { CONTACT_RATE_LIMIT: '5' });
  const statuses = await Promise.all(
    Array.from({ length: 40 }, (_, form) =>
      postForm(replicas[form % 4]?.url as string, '192.0.2.1', form),
    ),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
});

test('wrong passwords at one replica lock the desk of all, for the right one too', async () => {
  const password = 'the password of the desk';
  const replicas = await startReplicas(2, { DESK_PASSWORD: password });
  const desks = await Promise.all(
    replicas.map(async (site) => serve((await openDesk(site)) as NonNullable<unknown> as never)),
  );
  const sign = async (desk: string | undefined, guess: string) => {
    const Authorization = `Basic ${Buffer.from(`ann:${guess}`).toString('base64')}`;
    const headers = { Authorization, 'X-Forwarded-For': '192.0.2.1' };
    return (await fetch(`${desk}/callbacks`, { headers })).status;
  };
  for (let guess = 0; guess < 20; guess++) expect(await sign(desks[0], 'wrong')).toBe(401);
  expect(await sign(desks[1], password)).toBe(429);
  expect(await sign(desks[1], 'wrong')).toBe(429);
});

test('while the database is away each replica counts by itself, and says 503 in time', async () => {
  const [replica] = await startReplicas(1, { CONTACT_RATE_LIMIT: '2' });
  const url = replica?.url as string;
  expect(await postForm(url, '192.0.2.1', 1)).toBe(200);
  await server.stop();
  const began = performance.now();
  expect(await postForm(url, '192.0.2.1', 2)).toBe(503);
  expect(performance.now() - began).toBeLessThan(5500);
  expect(await postForm(url, '192.0.2.1', 3)).toBe(429);
  await server.start();
});

const SECRET = 'a secret of the webhook';

async function startBlogs(count: number, settings: Record<string, string> = {}) {
  const service = await startContentfulStandIn();
  service.entries = somePosts(25);
  const sites = await startReplicas(count, {
    CONTENTFUL_SPACE_ID: service.settings.space,
    CONTENTFUL_ACCESS_TOKEN: service.settings.accessToken,
    CONTENTFUL_HOST: service.settings.origin,
    CONTENTFUL_WEBHOOK_SECRET: SECRET,
    ...settings,
  });
  for (const { blog } of sites) {
    await blog.list(1);
    await blog.post('post-24');
  }
  const publish = async () => {
    const headers = { 'X-Webhook-Secret': SECRET };
    const answer = await fetch(`${sites[0]?.url}/webhooks/contentful`, { method: 'POST', headers });
    expect(answer.status).toBe(204);
  };
  return { service, sites, publish };
}

test.each(['with LISTEN', 'without it, as behind PgBouncer'])(
  'what an editor told one replica, all show soon, %s, and ask the service nothing more',
  async (how) => {
    const { service, sites, publish } = await startBlogs(3);
    await delay(500);
    if (how !== 'with LISTEN')
      await server.sql(
        'postgres',
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN announcements'",
      );
    const { length } = service.calls;
    service.edit('post-1', { title: 'Corrected' });
    service.edit('post-2', { slug: 'renamed' });
    service.unpublish('post-3');
    service.edit('post-24', { title: 'Corrected too' });
    await publish();
    const asked = service.calls.length - length;
    const status = async (url: string, path: string) =>
      (await fetch(url + path, { redirect: 'manual' })).status;
    for (const { url } of sites) {
      const text = async () => (await fetch(`${url}/blogs/post-1`)).text();
      await expect.poll(text, { timeout: 10_000 }).toContain('Corrected');
      expect(await status(url, '/blogs/post-2')).toBe(301);
      expect(await status(url, '/blogs/post-3')).toBe(410);
    }
    // The one that was told asks up to four times more, with two calls each, the others never.
    expect(service.calls.length - length - asked).toBeLessThanOrEqual(4 * asked);
  },
);

test('a replica with an empty folder that starts during an outage has every post and former address', async () => {
  const { service, sites, publish } = await startBlogs(2);
  service.edit('post-2', { slug: 'renamed' });
  service.unpublish('post-3');
  await publish();
  await delay(500);
  await service.goDown();
  const late = await startSite({
    DATABASE_URL: sites[0]?.config.databaseUrl as string,
    CONTENTFUL_SPACE_ID: service.settings.space,
    CONTENTFUL_ACCESS_TOKEN: service.settings.accessToken,
    CONTENTFUL_HOST: service.settings.origin,
  });
  const status = async (path: string) =>
    (await fetch(late.url + path, { redirect: 'manual' })).status;
  expect(await status('/blogs')).toBe(200);
  expect(await status('/blogs/post-1')).toBe(200);
  expect(await status('/blogs/post-2')).toBe(301);
  expect(await status('/blogs/post-3')).toBe(410);
});
