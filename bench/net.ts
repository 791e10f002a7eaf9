import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { freePort } from '../test/support/free-port.ts';
import { median, startServer, startSite } from './process.ts';
import { startNext } from './servers/next.ts';
import { figure, table } from './table.ts';
import { type Network, openNetwork } from './weak-network.ts';

const NETWORKS: Record<string, Network> = {
  '2G': { roundTrip: 400, kbits: 50 },
  'one bar, 5 s of 20 without a byte': { roundTrip: 800, kbits: 20, silence: [5000, 20_000] },
  'a train, 10 s of 30 without a byte': { roundTrip: 150, kbits: 1600, silence: [10_000, 30_000] },
};
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** How long somebody looks at Home before they tap, reads the next page, and types. */
const LOOK_MS = 2000;
const READ_MS = 20_000;
const TYPE_MS = 10_000;
const LONGEST_MS = 300_000;
const SENT = 'Thank you! We will contact you shortly.';

/** Seconds until each of these. */
const STEPS = ['number visible', 'page readable', 'link', 'next link', 'form sent'] as const;
type Journey = number[];

/** Milliseconds since the visit began. */
interface Seen {
  number: number;
  readable: number;
}

/** Runs in the page, before anything else there. */
function watch() {
  const seen: Seen = { number: 0, readable: 0 };
  Object.assign(window, { seen });
  const shown = (selector: string) => document.querySelector(selector)?.checkVisibility();
  const look = () => {
    if (!seen.number && shown('header a[href^="tel:"]')) seen.number = performance.now();
    if (document.readyState !== 'loading' && shown('h1')) seen.readable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Seconds that an action takes until the page shows what is expected. */
async function seconds(page: Page, act: () => Promise<unknown>, words: string): Promise<number> {
  const began = performance.now();
  await act();
  await page.waitForFunction(
    (words) =>
      document.readyState !== 'loading' &&
      [...document.querySelectorAll('h1, .form-card')].some(
        (element) => element.checkVisibility() && element.textContent?.includes(words),
      ),
    words,
    { timeout: LONGEST_MS },
  );
  return (performance.now() - began) / 1000;
}

/** Opens a page as somebody new; seconds until the number can be seen and the page be read. */
async function open(page: Page, url: string): Promise<[number: number, readable: number]> {
  page.setDefaultTimeout(LONGEST_MS);
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: 'commit' });
  const read = await page.waitForFunction(() => {
    const { seen } = window as unknown as { seen?: Seen };
    return seen?.readable && seen;
  });
  const { number, readable } = (await read.jsonValue()) as Seen;
  return [number / 1000, readable / 1000];
}

/** Looks at Home and follows two links. */
async function browse(page: Page, url: string): Promise<Journey> {
  const tap = (selector: string) => () => page.locator(selector).first().tap({ noWaitAfter: true });
  const first = await open(page, url);
  await sleep(LOOK_MS);
  const link = await seconds(page, tap('.hero a[href="/accident"]'), 'Had a Road Accident?');
  await sleep(READ_MS);
  return [...first, link, await seconds(page, tap('footer a[href="/terms"]'), 'Terms')];
}

async function sendForm(page: Page, url: string): Promise<number> {
  await open(page, `${url}/contact`);
  await page.getByLabel('Your name *').fill('Ada Weak');
  await page.getByLabel('Mobile Number *').fill('07700 900456');
  await page.getByLabel('Your e-mail *').fill('ada@example.org');
  await sleep(TYPE_MS);
  return seconds(page, () => page.locator('form [type="submit"]').tap({ noWaitAfter: true }), SENT);
}

/** Somebody with a phone and a connection of their own, who does one thing. */
async function asVisitor<T>(
  browser: Browser,
  { port, network, began }: { port: number; network: Network; began: number },
  act: (page: Page, url: string) => Promise<T>,
): Promise<T> {
  const connection = await openNetwork(port, network, began);
  const context = await browser.newContext(PHONE);
  try {
    return await act(await context.newPage(), `http://127.0.0.1:${connection.port}`);
  } finally {
    await context.close();
    connection.close();
  }
}

/**
 * The site beside its own pages without scripts and as Next.js has them, on weak connections, at
 * the same time. Each round begins at another moment of the silences.
 */
export async function benchWeakNetworks(
  browser: Browser,
  folder: string,
  rounds: number,
): Promise<string> {
  const site = await startSite(folder, { CONTACT_RATE_LIMIT: '100000' });
  const scriptless = await startServer('scriptless', 'bench/servers/scriptless.ts', {
    args: [String(await freePort()), String(site.port)],
  });
  const next = await startNext(join(folder, 'next'), site.port);
  const servers = { 'the site': site, 'without scripts': scriptless, 'Next.js': next };
  const journeys = Object.keys(NETWORKS).map(() => Object.keys(servers).map((): Journey[] => []));
  try {
    for (let round = 0; round < rounds; round += 1)
      await Promise.all(
        Object.values(NETWORKS).flatMap((network, at) => {
          const [, period = 0] = network.silence ?? [];
          const began = performance.now() - (period * round) / rounds;
          return Object.values(servers).map(async ({ port }, which) => {
            const way = { port, network, began };
            const [walk, sent] = await Promise.all([
              asVisitor(browser, way, browse),
              asVisitor(browser, way, sendForm),
            ]);
            journeys[at]?.[which]?.push([...walk, sent]);
          });
        }),
      );
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
  const rows = Object.keys(NETWORKS).flatMap((name, at) => {
    const [ours = [], ...others] = journeys[at] ?? [];
    const medians = (of: (step: number) => number[], unit?: string) =>
      STEPS.map((_, step) => figure(median(of(step)), 2, unit));
    const seconds = (visits: Journey[]) =>
      medians((step) => visits.map((visit) => visit[step] as number), ' s');
    const ratios = (visits: Journey[]) =>
      medians((step) =>
        ours.map((visit, round) => (visit[step] as number) / (visits[round]?.[step] as number)),
      );
    return [
      [name, 'the site', ...seconds(ours)],
      ...others.flatMap((visits, which) => [
        ['', Object.keys(servers)[which + 1] as string, ...seconds(visits)],
        ['', 'x', ...ratios(visits)],
      ]),
    ];
  });
  return table(['connection', '', ...STEPS], rows);
}
