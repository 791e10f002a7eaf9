import type { Page } from '@playwright/test';
import { ACCIDENT_STEPS } from '../../../shared/content/accident-steps.ts';
import { expect, test } from '../console.ts';
import { waitForHydration } from '../hydrated.ts';

/** Returns the headings of steps that the visitor can see: in the screen and under nothing. */
const visibleHeadings = (page: Page) =>
  page.locator('.accident-steps h2').evaluateAll((headings) =>
    headings
      .filter((heading) => {
        const { left, top, height } = heading.getBoundingClientRect();
        const shown = document.elementFromPoint(left + 4, top + height / 2);
        return shown !== null && heading.contains(shown);
      })
      .map(({ textContent }) => textContent),
  );

test('a small phone shows the first step at once, and under each short step the next', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/accident');
  await waitForHydration(page);
  const [first, second, third] = ACCIDENT_STEPS.map(({ heading }) => heading);
  expect(await visibleHeadings(page)).toEqual([first]);
  for (const [index, expected] of [
    [0, [first, second]],
    [1, [second, third]],
  ] as const) {
    await page
      .locator('.accident-steps > li')
      .nth(index)
      .evaluate((step) => step.scrollIntoView());
    await expect.poll(() => visibleHeadings(page)).toEqual(expected);
    await expect(page.locator('header a[href^="tel:"]')).toBeInViewport();
  }
});
