import type { Page } from '@playwright/test';
import { STATIC_PATHS } from '../../shared/addresses.ts';
import { forget, test } from './console.ts';
import { hydrated } from './hydrated.ts';

/** A page of every kind that a visitor may open, the not-found page among them. */
export const PATHS = [...STATIC_PATHS, '/blogs/credit-hire-in-plain-english', '/no-such-page'];

/** A test of each page, taken over by React and with nothing in motion. */
export function testEveryPage(
  promiseOf: (path: string) => string,
  check: (page: Page) => Promise<void>,
): void {
  for (const path of PATHS)
    test(promiseOf(path), async ({ page, consoleMessages }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(path);
      await hydrated(page);
      await check(page);
      forget(consoleMessages, '404');
    });
}
