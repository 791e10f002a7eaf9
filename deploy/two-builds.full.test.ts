import { resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hydrated } from '../test/browser/hydrated.ts';
import { balance } from '../test/stand-ins/load-balancer.ts';
import { CACHES, end, startBehind, startReplica } from '../test/stand-ins/shared-cache.ts';
import { launchChromium } from '../test/support/chromium.ts';
import { buildEdited } from '../test/support/edited-build.ts';

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

test.each([...CACHES, 'a load balancer'] as const)(
  'old and new replicas behind %s: every page is taken over, has its pictures, and every click arrives',
  async (name) => {
    const cache = name === 'a load balancer' ? 'nginx' : name;
    const { origin, replicas } = await startBehind(cache, {}, ['dist', newer]);
    const front = cache === name ? origin : await balance(replicas.map((each) => each.origin));
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
  },
  300_000,
);

test.each(CACHES)(
  '%s shows no page of the old build once the new one has started',
  async (name) => {
    const { origin, purgeOrigin, replicas } = await startBehind(name);
    const page = async () => (await fetch(`${origin}/about`)).text();
    await page();
    expect(await page()).not.toContain('data-build="newer"');
    for (const replica of replicas) await end(replica.process);
    for (const replica of replicas)
      startReplica(newer, Number(new URL(replica.origin).port), {
        SITE_URL: origin,
        TRUST_PROXY: '1',
        CACHE_PURGE_URL: purgeOrigin,
      });
    // What a busy replica could not renew in time, it renews after a minute.
    await expect.poll(page, { timeout: 90_000 }).toContain('data-build="newer"');
    await expect.poll(page).toContain('data-build="newer"');
  },
  120_000,
);
