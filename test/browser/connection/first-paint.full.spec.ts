import type { Page } from '@playwright/test';
import { expect, test } from '../console.ts';
import { waitForHydration } from '../hydrated.ts';
import { createGate } from './late.ts';

test.use({ viewport: { width: 390, height: 844 } });

const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

/** Expects an element just below the header. */
async function expectAtTheTop(page: Page, selector: string) {
  const expected = await page.evaluate(() =>
    Math.round(Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)),
  );
  await expect.poll(async () => Math.abs((await topOf(page, selector)) - expected)).toBeLessThan(2);
}

test('a link to the form leads exactly there before any script', async ({ page }) => {
  await page.goto('/');
  await page.locator('.hero a[href="#contact"]').click();
  await expectAtTheTop(page, '#contact');
});

test('a link to the form leads exactly there before the code of the form', async ({ page }) => {
  const late = createGate();
  await page.route('**/static/js/CallbackSection-*.js', late.hold);
  const asked = page.waitForRequest('**/static/js/CallbackSection-*.js');
  await page.goto('/');
  await page.keyboard.press('Shift');
  await asked;
  await page.locator('.hero a[href="#contact"]').click();
  await expectAtTheTop(page, '#contact');
  await late.letGo();
  await waitForHydration(page);
  await expectAtTheTop(page, '#contact');
});

test('a reloaded page keeps its scroll position', async ({ page }) => {
  await page.goto('/');
  await page.locator('#faq').evaluate((faq) => {
    const top = faq.getBoundingClientRect().top + window.scrollY;
    window.scrollTo({ top: top - 200, behavior: 'instant' });
  });
  await expect.poll(() => topOf(page, '#faq')).toBe(200);
  await page.reload();
  await expect.poll(() => topOf(page, '#faq')).toBe(200);
});
