import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../test/stand-ins/contentful-stand-in.ts';
import { balance } from '../test/stand-ins/load-balancer.ts';
import { type PostgresServer, startPostgres } from '../test/support/callbacks/postgres.ts';
import { readCallbacks } from '../test/support/callbacks/stores.ts';
import { buildEdited } from '../test/support/edited-build.ts';
import { end, type SiteProcess, startSiteProcess } from '../test/support/site-process.ts';

const REPLICAS = 3;
const CLIENTS = 8;
const ANSWERS = 5000;
/** After which every replica knows what one of them was told. */
const ALL_KNOW_MS = 2000;
const SECRET = 'a secret of the webhook';

let server: PostgresServer;
let newer: ReturnType<typeof buildEdited>;

beforeAll(async () => {
  newer = buildEdited([['shared/navigation/Header.tsx', '<header', '<header data-build="newer"']]);
  server = await startPostgres();
});
afterAll(async () => {
  await server.remove();
  newer.remove();
});

test('three replicas give way to a new build one by one, an editor renames a post meanwhile, and no answer is wrong', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(25);
  const DATABASE_URL = server.newDatabase();
  const start = (dist: string) => {
    const environment = {
      ...service.environment,
      DATABASE_URL,
      CONTENTFUL_WEBHOOK_SECRET: SECRET,
      CONTACT_RATE_LIMIT: '1000000',
      DRAIN_DELAY_SECONDS: '1',
    };
    return startSiteProcess(environment, [], join(dist, 'server/index.js'));
  };
  const running: SiteProcess[] = [];
  const origins: string[] = [];
  for (let number = 0; number < REPLICAS; number += 1) {
    running.push(await start('dist'));
    origins.push(running[number]?.url as string);
  }
  const front = await balance(origins);

  /** What each path may answer now. */
  const stated = new Map<string, number[]>([
    ['/', [200]],
    ['/about', [200]],
    ['/blogs', [200]],
    ['/blogs/page/2', [200]],
    ['/blogs/post-5', [200]],
    ['/api/posts', [200]],
    ['/sitemap.xml', [200]],
    ['/no-such-page', [404]],
    ['/contact.php', [200]],
    ['/blogs/post-2', [200]],
    ['/blogs/renamed', [404]],
  ]);
  const wrong: string[] = [];
  const taken: string[] = [];
  let answers = 0;
  let isOver = false;
  const visit = async (client: number) => {
    for (let turn = client; !isOver; turn += 1) {
      const path = [...stated.keys()][turn % stated.size] as string;
      const before = stated.get(path);
      const name = `caller ${client}-${turn}`;
      const fields = { name, mobile: '07700 900123', email: 'a@example.com', message: '' };
      const form = { method: 'POST', body: new URLSearchParams(fields) };
      const status = await fetch(front + path, {
        redirect: 'manual',
        ...(path === '/contact.php' && form),
      }).then(async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      }, String);
      answers += 1;
      if (status === 200 && path === '/contact.php') taken.push(name);
      // What is stated may change while it is on its way.
      if (![...(before ?? []), ...(stated.get(path) ?? [])].includes(status as number))
        wrong.push(`${path}: ${status}`);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, client) => visit(client));

  const replaceOne = async () => {
    const replica = await start(newer.dist);
    origins.push(replica.url);
    const old = running.shift() as SiteProcess;
    running.push(replica);
    const ended = end(old.process, 'SIGTERM');
    await pause(300); // a platform takes it out of its list a little later
    origins.splice(origins.indexOf(old.url), 1);
    expect(await ended).toBe(0);
  };
  await replaceOne();
  stated.set('/blogs/post-2', [200, 301]).set('/blogs/renamed', [404, 200]);
  service.edit('post-2', { slug: 'renamed' });
  const headers = { 'X-Webhook-Secret': SECRET };
  const told = await fetch(`${front}/webhooks/contentful`, { method: 'POST', headers });
  expect(told.status).toBe(204);
  await pause(ALL_KNOW_MS);
  stated.set('/blogs/post-2', [301]).set('/blogs/renamed', [200]);
  await replaceOne();
  await replaceOne();
  await expect.poll(() => answers, { timeout: 120_000 }).toBeGreaterThan(ANSWERS);
  isOver = true;
  await Promise.all(clients);

  expect(wrong).toEqual([]);
  for (const { url } of running)
    expect(await (await fetch(url)).text()).toContain('data-build="newer"');
  const kept = (await readCallbacks(DATABASE_URL)).map(({ fields }) => fields.name);
  expect(kept.toSorted()).toEqual(taken.toSorted());
}, 240_000);
