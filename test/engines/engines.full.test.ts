import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { STATIC_PATHS } from '../../shared/routes.ts';
import { startChromium } from '../support/chromium-tab.ts';
import { startFirefox } from '../support/firefox.ts';
import { openSite, startSite, type TestSite } from '../support/site.ts';
import { startWebkit } from '../support/webkit.ts';
import { CHECKS } from './checks.ts';
import { differences, type Layout, measureLayout, overflow } from './layout.ts';
import { openTab, type Tab } from './tab.ts';

const PATHS = [...STATIC_PATHS, '/blogs/credit-hire-in-plain-english', '/no-such-page'];
const WIDTHS = [390, 1440];
const ENGINES = { Chromium: startChromium, Firefox: startFirefox, WebKit: startWebkit };
/** The layouts in Chromium, with which every other engine is compared. */
const expected = new Map<string, Layout>();

let site: TestSite;
beforeAll(async () => {
  site = await openSite({ SERVICE_WORKER: 'off' });
});
afterAll(() => site.end());

for (const [engine, start] of Object.entries(ENGINES))
  describe(engine, () => {
    let tab: Tab;
    beforeAll(async () => {
      tab = await openTab(start);
    });
    // A browser that got stuck on a busy machine would be so at the second try, too.
    beforeEach(async ({ task }) => {
      if (!task.result?.retryCount) return;
      await tab.close();
      tab = await openTab(start);
    });
    afterAll(() => tab.close());

    for (const path of PATHS)
      for (const width of WIDTHS)
        test(`${engine}: ${path} at ${width} px looks as in Chromium and fits the screen`, async () => {
          await tab.resize(width, 844);
          await tab.open(site.url + path);
          expect(await tab.run(overflow)).toBe(0);
          expect(await tab.run(() => window.faults)).toEqual([]);
          const layout = await tab.run(measureLayout);
          const key = `${path} ${width}`;
          if (engine === 'Chromium') expected.set(key, layout);
          expect(differences(layout, expected.get(key) ?? {})).toEqual([]);
        });

    test(`${engine}: offline the accident page opens, and every other page says so`, async () => {
      const { url, server } = await startSite({ SERVICE_WORKER: 'on' });
      const tab = await openTab(start);
      onTestFinished(tab.close);
      const heading = (words: string) =>
        tab.until((words) => document.querySelector('h1')?.textContent === words, words);
      await tab.open(`${url}/terms`);
      await tab.until(() => navigator.serviceWorker.controller?.state === 'activated');
      await tab.open(`${url}/about`);
      await heading('About us');
      server.close();
      server.closeAllConnections();
      await tab.open(`${url}/accident`);
      await heading('Had a Road Accident?');
      await tab.visit(`${url}/contact`);
      await heading('You are offline');
    });

    for (const [promise, { width, path, use }] of Object.entries(CHECKS))
      test(`${engine}: ${promise}`, async () => {
        await tab.resize(width, 844);
        await tab.open(site.url + path);
        await use(tab);
        expect(await tab.run(() => window.faults)).toEqual([]);
      });
  });
