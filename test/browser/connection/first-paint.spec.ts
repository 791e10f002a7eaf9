import type { Page } from '@playwright/test';
import { expect, test } from '../console.ts';
import { hydrated } from '../hydrated.ts';
import { gate } from './late.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Opens a page and keeps what is folded as it was at the first paint. */
async function openFolded(page: Page, path: string) {
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      for (const animation of document.getAnimations())
        if ((animation as CSSAnimation).animationName === 'unfold') animation.pause();
    }),
  );
  await page.goto(path);
  return {
    unfold: () =>
      page.evaluate(() => {
        for (const animation of document.getAnimations())
          if ((animation as CSSAnimation).animationName === 'unfold') animation.play();
      }),
    isLaidOut: (selector: string) =>
      page
        .locator(selector)
        .evaluate((element) =>
          element.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }),
        ),
  };
}

const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

/** Expects an element just below the header. */
async function expectAtTheTop(page: Page, selector: string) {
  const expected = await page.evaluate(() =>
    Math.round(Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)),
  );
  await expect.poll(async () => Math.abs((await topOf(page, selector)) - expected)).toBeLessThan(2);
}

test('the first paint skips what is far below; a link to the form leads there anyway', async ({
  page,
}) => {
  const { unfold, isLaidOut } = await openFolded(page, '/');
  expect(await isLaidOut('#home')).toBe(true);
  expect(await isLaidOut('#faq')).toBe(false);
  await page.locator('.hero a[href="#contact"]').click();
  await expectAtTheTop(page, '#contact');
  await unfold();
  await expect.poll(() => isLaidOut('#faq')).toBe(true);
  await expectAtTheTop(page, '#contact');
});

test("the code of the form loads with its page's, and a link to the form works before", async ({
  page,
}) => {
  const late = gate();
  await page.route(/static\/js\/(Home|CallbackSection)-/, late.hold);
  const asked = page.waitForRequest('**/static/js/CallbackSection-*.js');
  await page.goto('/');
  await page.keyboard.press('Shift');
  await asked;
  await page.locator('.hero a[href="#contact"]').click();
  await expectAtTheTop(page, '#contact');
  await late.letGo();
  await hydrated(page);
  await expectAtTheTop(page, '#contact');
});

test('a reloaded page keeps its scroll position', async ({ page }) => {
  const { unfold, isLaidOut } = await openFolded(page, '/');
  await unfold();
  await expect.poll(() => isLaidOut('#faq')).toBe(true);
  await page.locator('#faq').evaluate((faq) => {
    const top = faq.getBoundingClientRect().top + window.scrollY;
    window.scrollTo({ top: top - 200, behavior: 'instant' });
  });
  await expect.poll(() => topOf(page, '#faq')).toBe(200);
  await page.reload();
  await unfold();
  await expect.poll(() => topOf(page, '#faq')).toBe(200);
});
