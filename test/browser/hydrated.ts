import type { Page } from '@playwright/test';

/** Waits until React has hydrated every part of the page. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => {
    const taken = (element: Element) =>
      Object.keys(element).some((key) => key.startsWith('__reactFiber'));
    return (
      taken(document.documentElement) &&
      Array.from(document.querySelectorAll('main :is(h1, h2, a, button, input, li)')).every(taken)
    );
  });
}
