import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hydrated } from '../test/browser/hydrated.ts';
import { balance } from '../test/stand-ins/load-balancer.ts';
import { launchChromium } from '../test/support/chromium.ts';
import { buildEdited } from '../test/support/edited-build.ts';
import { end, startSiteProcess } from '../test/support/site-process.ts';

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

/** What a page reports of the code of another build, before it loads the next page in full. */
const FOREIGN = /^Loading chunk [\w-]+ failed\. \(missing\)$/;

/** A page in a browser that has kept nothing, and the other errors of its scripts. */
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
  const front = await balance(replicas.map(({ url }) => url));
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
  await hydrated(page);
  await end(old.process, 'SIGTERM');
  await start(newer.dist, { PORT: String(old.port) });
  await follow(page, old.url, TARGETS);
  expect(await page.locator('header').getAttribute('data-build')).toBe('newer');
  expect(errors).toEqual([]);
}, 60_000);
