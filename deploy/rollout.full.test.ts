import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { waitForHydration } from '../test/browser/hydrated.ts';
import { startLoadBalancer } from '../test/fakes/load-balancer.ts';
import { startPostgres } from '../test/support/callbacks/postgres.ts';
import { readCallbacks } from '../test/support/callbacks/stores.ts';
import { launchChromium } from '../test/support/chromium.ts';
import { buildEdited } from '../test/support/edited-build.ts';
import { end, startSiteProcess } from '../test/support/site-process.ts';
import { callbackFields } from '../test/support/typed.ts';

const REPLICAS = 3;
const CLIENTS = 8;
const ANSWERS = 5000;
const ADDRESSES = ['/', '/about', '/blogs', '/api/posts', '/sitemap.xml', '/contact.php'];
const PATHS = ['/', '/replacement-vehicles', '/blogs', '/contact'];
const TARGETS = ['/blogs', '/about', '/'];

let browser: Browser;
let newer: ReturnType<typeof buildEdited>;

beforeAll(async () => {
  newer = buildEdited([['shared/navigation/Header.tsx', '<header', '<header data-build="newer"']]);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  newer.remove();
});

const start = (dist: string, environment = {}) =>
  startSiteProcess(environment, [], join(dist, 'server/index.js'));

test('a rollout of three replicas fails no request and loses no accepted form', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.remove());
  const DATABASE_URL = server.newDatabase();
  const settings = { DATABASE_URL, CONTACT_RATE_LIMIT: '1000000', DRAIN_DELAY_SECONDS: '1' };
  const old = await Promise.all(Array.from({ length: REPLICAS }, () => start('dist', settings)));
  const origins = old.map(({ url }) => url);
  const front = await startLoadBalancer(origins);
  const wrong: string[] = [];
  const taken: string[] = [];
  let answers = 0;
  let isOver = false;
  const visit = async (client: number) => {
    for (let turn = client; !isOver; turn += 1) {
      const path = ADDRESSES[turn % ADDRESSES.length] as string;
      const name = `caller ${client}-${turn}`;
      const fields = callbackFields({ name });
      const isForm = path === '/contact.php';
      const form = { method: 'POST', body: new URLSearchParams(fields) };
      const status = await fetch(front + path, isForm ? form : {}).then(async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      }, String);
      answers += 1;
      if (status !== 200) wrong.push(`${path}: ${status}`);
      else if (isForm) taken.push(name);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, client) => visit(client));
  for (const replica of old) {
    origins.push((await start(newer.dist, settings)).url);
    const ended = end(replica.process, 'SIGTERM');
    await pause(300); // a platform takes it out of its list a little later
    origins.splice(origins.indexOf(replica.url), 1);
    expect(await ended).toBe(0);
  }
  await expect.poll(() => answers, { timeout: 120_000 }).toBeGreaterThan(ANSWERS);
  isOver = true;
  await Promise.all(clients);
  expect(wrong).toEqual([]);
  for (const origin of origins)
    expect(await (await fetch(origin)).text()).toContain('data-build="newer"');
  const kept = (await readCallbacks(DATABASE_URL)).map(({ fields }) => fields.name);
  expect(kept.toSorted()).toEqual(taken.toSorted());
}, 240_000);

/** The error that a page reports when its build's code is gone, before it reloads in full. */
const FOREIGN = /^Loading chunk [\w-]+ failed\. \(missing\)$/;

/** Opens a page in a browser without a cache, and collects the other errors of its scripts. */
async function openPage(): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => FOREIGN.test(message) || errors.push(message));
  return { page, errors };
}

/** Follows the link in each page's header to the next target. */
async function follow(page: Page, origin: string, targets: readonly string[]): Promise<void> {
  for (const target of targets) {
    await page.locator(`header a[href="${target}"]`).first().click();
    await page.waitForURL(origin + target);
    await page.locator('main h1').waitFor();
  }
}

test('with replicas of two builds in turn every click arrives', async () => {
  const replicas = [await start('dist'), await start(newer.dist)];
  const front = await startLoadBalancer(replicas.map(({ url }) => url));
  for (const path of PATHS)
    for (let round = 0; round < 3; round += 1) {
      const { page, errors } = await openPage();
      await page.goto(front + path);
      await follow(page, front, TARGETS);
      expect(errors, `${path}, round ${round}`).toEqual([]);
      await page.context().close();
    }
}, 240_000);

test('when the build of an open page is gone every click arrives, and at the new one', async () => {
  const old = await start('dist');
  const { page, errors } = await openPage();
  await page.goto(old.url);
  await waitForHydration(page);
  await end(old.process, 'SIGTERM');
  await start(newer.dist, { PORT: String(old.port) });
  await follow(page, old.url, TARGETS);
  expect(await page.locator('header').getAttribute('data-build')).toBe('newer');
  expect(errors).toEqual([]);
}, 60_000);
