import type { Locator } from '@playwright/test';
import { CAROUSEL_INTERVAL_MS } from '../../shared/site/constants.ts';
import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

const slides = '[aria-roledescription="slide"]:not([aria-hidden="true"])';
const inView = `${slides}:not([inert])`;

test('testimonials advance every five seconds until stopped; the buttons wrap around', async ({
  page,
}) => {
  await page.clock.install();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.clock.runFor(100);
  await page.keyboard.press('Shift');
  await page.clock.runFor(2500);
  const shown = page.locator(inView);
  await expect(shown).toHaveCount(1);
  const place = async () => Number((await shown.getAttribute('aria-label'))?.[0]);
  const before = await place();
  await page.clock.runFor(CAROUSEL_INTERVAL_MS);
  expect(await place()).toBe((before % 6) + 1);
  await page.getByRole('button', { name: 'Stop automatic scrolling' }).click();
  const stopped = await place();
  await page.clock.runFor(3 * CAROUSEL_INTERVAL_MS);
  expect(await place()).toBe(stopped);
  for (const [button, label] of [
    ['Show testimonial 1', '1 of 6'],
    ['Previous testimonial', '6 of 6'],
    ['Next testimonial', '1 of 6'],
    ['Show testimonial 4', '4 of 6'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect(shown).toHaveAttribute('aria-label', label);
  }
});

test('one question is open at a time; under reduced motion testimonials stand still', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await waitForHydration(page);
  await expect(page.getByRole('button', { name: 'Start automatic scrolling' })).toBeVisible();
  const questions = page.locator('#faq details');
  await expect(questions).toHaveCount(6);
  await questions.nth(2).locator('summary').click();
  await expect(page.locator('#faq details[open]')).toHaveCount(1);
  await expect(questions.nth(2)).toHaveAttribute('open', '');
  await questions.nth(4).locator('summary').click();
  await expect(page.locator('#faq details[open]')).toHaveCount(1);
  await questions.nth(4).locator('summary').click();
  await expect(page.locator('#faq details[open]')).toHaveCount(0);
});

test('a phone shows call and callback in one row, then the roadside', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const ways = page.locator('.hero a:not(.trust a)');
  await expect(ways).toHaveText([
    /^Call/,
    'Ask us to call you',
    /^At the roadside now\?/,
    'Your options and the risks',
  ]);
  const boxes = await boxesOf(ways);
  const tops = boxes.map(({ top }) => Math.round(top));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expect(tops[1]).toBe(tops[0]);
  for (const { height } of boxes.slice(0, 2)) expect(height).toBeGreaterThanOrEqual(56);
  await page.setViewportSize({ width: 844, height: 390 });
  const number = page.locator('.header .tel');
  for (const top of [0, 1500]) {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
    await expect(number).toBeInViewport({ ratio: 1 });
    await number.click({ trial: true });
  }
});

const boxesOf = (part: Locator) =>
  part.evaluateAll((found) => found.map((element) => element.getBoundingClientRect().toJSON()));
