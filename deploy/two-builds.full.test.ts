import { join, resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hydrated } from '../test/browser/hydrated.ts';
import { balance } from '../test/stand-ins/load-balancer.ts';
import { launchChromium } from '../test/support/chromium.ts';
import { buildEdited } from '../test/support/edited-build.ts';
import { startSiteProcess } from '../test/support/site-process.ts';

const ROUNDS = 6;
const PATHS = ['/', '/replacement-vehicles', '/blogs', '/contact'];

let browser: Browser;
/** A build of sources other than those of `dist`, with the scripts of `dist` beside its own. */
let newer: string;
let removeNewer: () => void;

beforeAll(async () => {
  const edited = buildEdited(
    [
      ['shared/navigation/Header.tsx', '<header', '<header data-build="newer"'],
      ['shared/ui/scenery/vehicles.svg', '</svg>', '<g/></svg>'],
    ],
    { PREVIOUS_DIST: resolve('dist') },
  );
  newer = edited.dist;
  removeNewer = edited.remove;
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
  removeNewer();
});

/** A page whose faults are collected, in a browser that has kept nothing. */
async function openPage(): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('response', (answer) => {
    if (answer.status() >= 400) faults.push(`${answer.status()} ${answer.url()}`);
  });
  return { page, faults };
}

async function picturesThere(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = 'eager';
  });
  await page.waitForFunction(() =>
    Array.from(document.images).every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  );
}

test('old and new replicas in turn: every page is taken over, has its pictures, and every click arrives', async () => {
  const replicas = await Promise.all(
    ['dist', newer].map((dist) => startSiteProcess({}, [], join(dist, 'server/index.js'))),
  );
  const front = await balance(replicas.map(({ url }) => url));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const path of PATHS) {
      const { page, faults } = await openPage();
      await page.goto(front + path);
      await hydrated(page);
      await picturesThere(page);
      for (const target of ['/blogs', '/about']) {
        await page.locator(`header a[href="${target}"]`).first().click();
        await page.waitForURL(front + target);
        await page.locator('main h1').waitFor();
      }
      expect(faults, `${path}, round ${round}`).toEqual([]);
      await page.context().close();
    }
}, 300_000);
