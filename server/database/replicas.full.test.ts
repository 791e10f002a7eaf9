import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePosts, startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { startPgBouncer } from '../../test/support/callbacks/pgbouncer.ts';
import { type PostgresServer, startPostgres } from '../../test/support/callbacks/postgres.ts';
import { namesIn } from '../../test/support/callbacks/stores.ts';
import { startSite } from '../../test/support/site.ts';
import { callbackFields } from '../../test/support/typed.ts';

/** The time after which every replica has seen a change. */
const ALL_KNOW_MS = 2000;

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

/**
 * Starts sites that share a PostgreSQL database, with data folders of their own, and waits until
 * they have opened it.
 */
async function startSites(
  DATABASE_URL: string,
  count: number,
  settings: Record<string, string> = {},
) {
  const environment = { DATABASE_URL, TRUST_PROXY: '1', ...settings };
  const sites = await Promise.all(Array.from({ length: count }, () => startSite(environment)));
  for (const { callbacks } of sites) await expect.poll(() => callbacks?.store.opened).toBe(true);
  return sites;
}

/** Sends a form as a client of this address. @returns the status */
async function postForm(url: string, client: string, number: number): Promise<number> {
  const body = new URLSearchParams(callbackFields({ name: `caller ${number}` }));
  const headers = { 'X-Forwarded-For': client };
  return (await fetch(`${url}/contact.php`, { method: 'POST', body, headers })).status;
}

const SECRET = 'a secret of the webhook';

/**
 * The same with 25 posts of a content service, the list and one post of them read; `publish` tells
 * the first site that something was edited.
 */
async function startBlogs(DATABASE_URL: string, count: number) {
  const service = await startContentfulStandIn();
  service.entries = makePosts(25);
  const sites = await startSites(DATABASE_URL, count, {
    ...service.environment,
    CONTENTFUL_WEBHOOK_SECRET: SECRET,
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

const statusAt = async (url: string | undefined, path: string) =>
  (await fetch(url + path, { redirect: 'manual' })).status;

describe('replicas', () => {
  test.each([
    ['over direct connections', (url: string) => url],
    ['through PgBouncer in transaction mode', startPgBouncer],
  ])('create the tables together %s, and show edits within two seconds', async (_, reach) => {
    const DATABASE_URL = await reach(server.newDatabase());
    const { service, sites, publish } = await startBlogs(DATABASE_URL, 3);
    await delay(500);
    const { length } = service.calls;
    service.edit('post-1', { title: 'Corrected' });
    service.edit('post-2', { slug: 'renamed' });
    service.unpublish('post-3');
    service.edit('post-24', { title: 'Corrected too' });
    await publish();
    const asked = service.calls.length - length;
    await delay(ALL_KNOW_MS);
    for (const { url, lines } of sites) {
      expect(await statusAt(url, '/blogs/post-2')).toBe(301);
      expect(await statusAt(url, '/blogs/post-3')).toBe(410);
      expect(await (await fetch(`${url}/blogs/post-1`)).text()).toContain('Corrected');
      expect(lines.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
    }
    // The one that was told asks up to four times more, with two calls each, the others never.
    expect(service.calls.length - length - asked).toBeLessThanOrEqual(4 * asked);
  });

  test('have a form limit each behind PgBouncer, and lose no accepted form', async () => {
    const DATABASE_URL = await startPgBouncer(server.newDatabase());
    const sites = await startSites(DATABASE_URL, 3, { CONTACT_RATE_LIMIT: '5' });
    const post = (form: number, client: string) =>
      postForm(sites[form % 3]?.url as string, client, form);
    const numbers = Array.from({ length: 60 }, (_, number) => number);
    const ofOne = await Promise.all(numbers.map((number) => post(number, '192.0.2.1')));
    expect(ofOne.filter((status) => status === 200)).toHaveLength(15);
    expect(ofOne.filter((status) => status === 429)).toHaveLength(45);
    const ofMany = await Promise.all(
      numbers.map((number) => post(100 + number, `198.51.100.${number}`)),
    );
    expect(ofMany).toEqual(numbers.map(() => 200));
    expect(await namesIn(DATABASE_URL)).toHaveLength(75);
  });

  test('serve every post and former address when started empty during an outage', async () => {
    const { service, sites, publish } = await startBlogs(server.newDatabase(), 2);
    service.edit('post-2', { slug: 'renamed' });
    service.unpublish('post-3');
    await publish();
    await expect.poll(() => statusAt(sites[1]?.url, '/blogs/post-3')).toBe(410);
    await service.goDown();
    const late = await startSite({
      DATABASE_URL: sites[0]?.config.databaseUrl as string,
      CONTENTFUL_SPACE_ID: service.settings.space,
      CONTENTFUL_ACCESS_TOKEN: service.settings.accessToken,
      CONTENTFUL_HOST: service.settings.origin,
    });
    const status = (path: string) => statusAt(late.url, path);
    expect(await status('/blogs')).toBe(200);
    expect(await status('/blogs/post-1')).toBe(200);
    expect(await status('/blogs/post-2')).toBe(301);
    expect(await status('/blogs/post-3')).toBe(410);
  });

  test('add up the actions of visitors', async () => {
    const [one, other] = await startSites(server.newDatabase(), 2);
    const tell = async (site: typeof one, ...of: string[]) => {
      const actions = of.map((number) => ({ name: 'call', page: 'home', of: `tel:${number}` }));
      const body = JSON.stringify(actions);
      const headers = { 'content-type': 'application/json' };
      expect((await fetch(`${site?.url}/vitals`, { method: 'POST', headers, body })).status).toBe(
        204,
      );
    };
    await tell(one, '999', '999', '101');
    await tell(other, '999');
    await other?.callbacks?.counts.stop();
    await one?.callbacks?.counts.stop();
    const found = await one?.callbacks?.store.desk.weeks('2026-01-01', new Date());
    expect(found?.actions.map(({ what, many }) => [what, many]).toSorted()).toEqual([
      ['call 101', 1],
      ['call 999', 3],
    ]);
  });

  test('delete everything that is due, and nothing else, when they purge at once', async () => {
    const DATABASE_URL = server.newDatabase('shared_retention');
    const [site] = await startSites(DATABASE_URL, 1);
    await site?.end();
    const sql = (statement: string) => server.sql('shared_retention', statement);
    await sql(`INSERT INTO callbacks (id, received_at, fields)
    SELECT 'id ' || n, n, '{}' FROM generate_series(1, 20000) AS n`);
    await sql(
      `INSERT INTO callbacks (id, received_at, fields) VALUES ('kept', ${Date.now()}, '{}')`,
    );
    const sites = await startSites(DATABASE_URL, 3);
    await expect
      .poll(() => sql('SELECT count(*) FROM callbacks'), { timeout: 50_000 })
      .toEqual(['1']);
    expect(await sql('SELECT id FROM callbacks')).toEqual(['kept']);
    for (const { metrics } of sites)
      expect((await metrics.storeErrors.get()).values[0]?.value).toBe(0);
  }, 60_000);
});
