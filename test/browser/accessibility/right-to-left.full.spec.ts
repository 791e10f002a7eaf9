import type { Page } from '@playwright/test';
import { fillForm } from '../callback-form.ts';
import { allowMessage, expect, test } from '../console.ts';
import { PAGES } from '../every-page.ts';
import { waitForHydration } from '../hydrated.ts';

/**
 * Turns the page round as a translator does. With `translated`, every letter but those of e-mail
 * addresses becomes an Arabic one.
 */
const turnRound = (page: Page, translated: boolean) =>
  page.evaluate((translated) => {
    document.documentElement.dir = 'rtl';
    if (!translated) return;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (!text.parentElement?.closest('script, style, [href^="mailto:"]'))
        text.data = text.data.replace(/[A-Za-z]/g, 'ب');
    }
  }, translated);

/** Returns the numbers of several groups, and e-mail addresses, that begin right of their end. */
const findReversed = (page: Page) =>
  page.evaluate(() => {
    const NUMBER = /\d+(?:[ \u00a0–\-/:.]\d+)+|[\w.]+@[\w.]+/g;
    const reversed: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const rectOf = (text: Node, start: number, end: number) => {
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, end);
      return range.getBoundingClientRect();
    };
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (!text.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
      for (const { 0: number, index } of text.data.matchAll(NUMBER)) {
        const first = rectOf(text, index, index + 1);
        const last = rectOf(text, index + number.length - 1, index + number.length);
        const isOneLine = Math.abs(first.top - last.top) < 4;
        if (isOneLine && first.width > 0 && first.left >= last.left)
          reversed.push(`${number} in “${text.data.trim().slice(0, 60)}”`);
      }
    }
    return reversed;
  });

for (const path of PAGES)
  test(`${path} shows numbers in their order in right-to-left text`, async ({
    page,
    consoleMessages,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await waitForHydration(page);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) {
        details.name = '';
        details.open = true;
      }
    });
    for (const translated of [false, true]) {
      await turnRound(page, translated);
      expect(await findReversed(page), translated ? 'translated' : 'as it is').toEqual([]);
    }
    allowMessage(consoleMessages, '404');
  });

test('the confirmation shows number and email address in their order', async ({ page }) => {
  await page.goto('/contact');
  await waitForHydration(page);
  await fillForm(page, { name: 'Ada', mobile: '07700 900456', email: 'ada@example.org' });
  await expect(page.locator('#callback-email')).toHaveCSS('direction', 'ltr');
  await page.getByRole('button', { name: 'Request a callback' }).click();
  await expect(page.getByText('07700 900456')).toBeVisible();
  for (const translated of [false, true]) {
    await turnRound(page, translated);
    expect(await findReversed(page)).toEqual([]);
  }
});

test('testimonials are in view after a step in right-to-left text', async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
  await turnRound(page, false);
  await page.getByRole('button', { name: 'Next testimonial' }).click();
  await expect(page.getByRole('group', { name: '2 of 6' })).toBeInViewport();
});
