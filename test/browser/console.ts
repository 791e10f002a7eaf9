import { test as base, expect } from '@playwright/test';
import { fullSiteFile } from '../support/full-site-file.ts';
import { TEST_COMPANY } from '../support/test-company.ts';
import { OwnSite } from './own-site.ts';

export { expect };

/** Addresses of further sites, each started once a worker, when a test first asks for it. */
interface Sites {
  /** With the facts of docs/site.example.json. */
  exampleSite: string;
  /** With every fact and six long testimonials. */
  fullSite: string;
  /** Measures every visit. */
  measuringSite: string;
}

/** A site with this environment, as a fixture of a worker. */
function siteWith(
  environmentOf: () => Record<string, string>,
): [(given: object, use: (url: string) => Promise<void>) => Promise<void>, { scope: 'worker' }] {
  return [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a pattern
    async ({}, use: (url: string) => Promise<void>) => {
      const site = await OwnSite.start(environmentOf());
      await use(site.url);
      await site.end();
    },
    { scope: 'worker' },
  ];
}

/**
 * A test that fails when the page logs a warning or an error, or throws: nothing on this site does.
 */
export const test = base.extend<{ consoleMessages: string[] }, Sites>({
  exampleSite: siteWith(() => ({ SITE_FILE: 'docs/site.example.json' })),
  fullSite: siteWith(() => ({ SITE_FILE: fullSiteFile() })),
  measuringSite: siteWith(() => TEST_COMPANY),
  consoleMessages: [
    async ({ page }, use) => {
      const messages: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          messages.push(message.text());
      });
      page.on('pageerror', (error) => messages.push(String(error)));
      await use(messages);
      expect(messages).toEqual([]);
    },
    { auto: true },
  ],
});

/** Takes out what a test expects the browser to say, such as that an answer was a 404. */
export function forget(messages: string[], expected: string | RegExp): void {
  const others = messages.filter((text) => text.search(expected) < 0);
  messages.splice(0, messages.length, ...others);
}
