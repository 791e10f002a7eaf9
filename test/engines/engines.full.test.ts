import { mkdir, writeFile } from 'node:fs/promises';
import { type RequestListener, request as sendRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { STATIC_PATHS } from '../../shared/addresses.ts';
import { basic, PASSWORD, request, startDesk } from '../support/callbacks/desk.ts';
import { startChromium } from '../support/chromium-tab.ts';
import { startFirefox } from '../support/firefox.ts';
import { serve } from '../support/serve.ts';
import { openSite, startSite, type TestSite } from '../support/site.ts';
import { startWebkit } from '../support/webkit.ts';
import { arrivalAt, markedRows, placesLinkedTo } from './arrival.ts';
import { CHECKS } from './checks.ts';
import { inked } from './inked.ts';
import { differences, type Layout, measureLayout, overflow } from './layout.ts';
import { openTab, type Tab } from './tab.ts';

const PATHS = [...STATIC_PATHS, '/blogs/credit-hire-in-plain-english', '/no-such-page'];
const LOOKS = [
  [390, 'light'],
  [1440, 'light'],
  [390, 'dark'],
] as const;
/** Between margins of 2 cm. */
const A4_PX = 643;
/** The first screen of each page, for whoever wants to look. */
const PICTURES = 'test-results/engines';
const ENGINES = { Chromium: startChromium, Firefox: startFirefox, WebKit: startWebkit };
/** What Chromium draws: every other engine is compared with it. */
const expected = new Map<string, Layout>();

/** Runs in the page. The rules for print apply to the screen too, for no engine can be told to. */
function showAsPrinted(): void {
  const change = ({ cssRules }: CSSStyleSheet | CSSGroupingRule) => {
    for (const rule of cssRules) {
      if (rule instanceof CSSMediaRule && rule.media.mediaText === 'print')
        rule.media.mediaText = 'all';
      if ('cssRules' in rule) change(rule as CSSGroupingRule);
    }
  };
  for (const sheet of document.styleSheets) {
    if (sheet.media.mediaText === 'print') sheet.media.mediaText = 'all';
    change(sheet);
  }
}

/** Runs in the page. */
const shownOfFrame = () =>
  [...document.querySelectorAll('.callbar, .burger, .chev, #site-nav')]
    .filter((element) => element.checkVisibility())
    .map(({ className }) => className);

/** The desk for a browser that knows no password. */
const signedIn =
  (origin: string): RequestListener =>
  (asked, response) => {
    const { method, url } = asked;
    const headers = { ...asked.headers, ...basic(PASSWORD) };
    const onward = sendRequest(origin + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.pipe(onward);
  };

let site: TestSite;
beforeAll(async () => {
  await mkdir(PICTURES, { recursive: true });
  site = await openSite({ SERVICE_WORKER: 'off' });
});
afterAll(() => site.end());

for (const [engine, start] of Object.entries(ENGINES))
  describe(engine, () => {
    const tabs = {} as Record<'light' | 'dark', Tab>;
    const openTabs = async () => {
      tabs.light = await openTab(start, 'light');
      tabs.dark = await openTab(start, 'dark');
    };
    const closeTabs = () => Promise.all([tabs.light?.close(), tabs.dark?.close()]);
    beforeAll(openTabs);
    // A browser that got stuck on a busy machine would be so at the second try, too.
    beforeEach(async ({ task }) => {
      if (!task.result?.retryCount) return;
      await closeTabs();
      await openTabs();
    });
    afterAll(closeTabs);

    for (const path of PATHS)
      for (const [width, theme] of LOOKS)
        test(`${engine}: ${path} at ${width} px, ${theme}`, async () => {
          const tab = tabs[theme];
          await tab.resize(width, 844);
          await tab.open(site.url + path);
          expect(await tab.run(overflow)).toBe(0);
          expect(await tab.run(() => window.faults)).toEqual([]);
          const layout = await tab.run(measureLayout);
          const key = `${path} ${width}`;
          if (engine === 'Chromium' && theme === 'light') expected.set(key, layout);
          expect(differences(layout, expected.get(key) ?? {})).toEqual([]);
          const name = `${engine}${path.replaceAll('/', '-')} ${width} ${theme}.png`;
          await writeFile(`${PICTURES}/${name}`, await tab.picture());
        });

    test(`${engine}: every page prints in black on white, its frame reduced to name and numbers`, async () => {
      const tab = tabs.dark;
      await tab.resize(A4_PX, 844);
      for (const path of PATHS) {
        await tab.open(site.url + path);
        await tab.run(showAsPrinted);
        expect.soft(await tab.run(inked), path).toEqual([]);
        expect.soft(await tab.run(overflow), path).toBe(0);
        expect.soft(await tab.run(shownOfFrame), path).toEqual([]);
      }
    });

    test(`${engine}: staff write down at the desk what came of a call, and nothing scrolls sideways`, async () => {
      const { origin, store } = await startDesk();
      await store.add(request('Maximiliane-Alexandra Featherstonehaugh-Cholmondeley'), []);
      const desk = await serve(signedIn(origin));
      for (const [width, theme] of LOOKS) {
        const tab = tabs[theme];
        // A press is lost on what still fades in.
        const shows = async (selector: string) => {
          await tab.until((selector) => document.querySelector(selector) !== null, selector);
          await tab.run(
            () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
          );
          await tab.until(() =>
            document.getAnimations().every(({ playState }) => playState !== 'running'),
          );
        };
        await tab.resize(width, 844);
        await tab.visit(`${desk}/callbacks?view=all`);
        await shows('.row__name');
        expect(await tab.run(overflow)).toBe(0);
        await tab.press('.row__name');
        await shows('#note');
        expect(await tab.run(overflow)).toBe(0);
        await tab.press('#note');
        await tab.type(`rung from ${width} px`);
        await tab.press('.work [type="submit"]');
        await shows('[role="status"]');
        expect(
          await tab.run(() => document.querySelector('[role="status"]')?.textContent),
        ).toContain('saved');
        expect(await tab.run(() => window.faults)).toEqual([]);
        await writeFile(`${PICTURES}/${engine} desk ${width} ${theme}.png`, await tab.picture());
      }
    });

    test(`${engine}: without the site the accident page opens, and every other page says so`, async () => {
      const { url, server } = await startSite({ SERVICE_WORKER: 'on' });
      const tab = await openTab(start, 'light');
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

    test(`${engine}: every link to a place in a page lands on it, before the scripts and after, and marks who pays if a claim fails`, {
      timeout: 600_000,
    }, async () => {
      const tab = tabs.light;
      await tab.resize(390, 844);
      const arrives = async (id: string, from: string) => {
        const message = `${from} #${id}`;
        await expect.poll(() => tab.run(arrivalAt, id), { message, timeout: 5000 }).toBe('seen');
        if (id === 'claim-fails')
          expect(await tab.run(markedRows), message).toEqual([
            expect.stringMatching(/^The claim fails, or you are found partly at fault/),
          ]);
      };
      const loaded = new Set<string>();
      for (const path of STATIC_PATHS) {
        await tab.open(site.url + path);
        for (const address of await tab.run(placesLinkedTo)) {
          const [target = '', id = ''] = address.split('#');
          const place = `${target || path}#${id}`;
          if (!loaded.has(place)) {
            loaded.add(place);
            await tab.visit('about:blank');
            await tab.visit(site.url + place);
            await arrives(id, 'loaded');
            await tab.hydrated();
            await arrives(id, 'taken over');
          }
          await tab.open(site.url + path);
          const link = `a[href="${address}"]`;
          if (!(await tab.run((link) => document.querySelector(link)?.checkVisibility(), link)))
            continue;
          await tab.press(link);
          await arrives(id, `pressed on ${path}`);
        }
      }
      expect(loaded).toContain('/credit-hire#claim-fails');
    });

    for (const [promise, { width, path, theme = 'light', use }] of Object.entries(CHECKS))
      test(`${engine}: ${promise}`, async () => {
        const tab = tabs[theme];
        await tab.resize(width, 844);
        await tab.open(site.url + path);
        await use(tab);
        expect(await tab.run(() => window.faults)).toEqual([]);
      });
  });
