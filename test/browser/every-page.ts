import type { Page } from '@playwright/test';
import { STATIC_PATHS } from '../../shared/routes.ts';
import { allowMessage, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

const POST = '/blogs/credit-hire-in-plain-english';
/** A page of the content service: a sample. */
const CONTENT_PAGE = '/first-accident';

/** A page of every kind that a visitor may open, the not-found page among them. */
export const PATHS = [...STATIC_PATHS, POST, CONTENT_PAGE, '/no-such-page'];

/** True when the long tests run. */
export const IS_FULL = process.env.FULL === 'on';

/**
 * The paths of `*.pages.spec.ts`: in `npm test` the fullest pages at the width of a phone, in `npm
 * run test:rest` all pages at all widths.
 */
export const PAGES = IS_FULL ? PATHS : ['/', '/accident', '/contact', POST];
export const WIDTHS = IS_FULL ? [390, 1440] : [390];

/** Adds a test of each page, hydrated and with nothing in motion. */
export function testEveryPage(
  promiseOf: (path: string) => string,
  check: (page: Page) => Promise<void>,
): void {
  for (const path of PAGES)
    test(promiseOf(path), async ({ page, consoleMessages }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(path);
      await waitForHydration(page);
      await check(page);
      allowMessage(consoleMessages, '404');
    });
}
