import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { CAROUSEL_INTERVAL_MS } from '../../shared/site/constants.ts';
import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';
import { OwnSite } from './own-site.ts';

const slides = '[aria-roledescription="slide"]:not([aria-hidden="true"])';
const inView = `${slides}:not([inert])`;

test('four testimonials show from 1024 px, two from 768 px, and fewer in large text', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await waitForHydration(page);
  const expectCards = async (width: number, cards: number) => {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator(inView), `${width} px`).toHaveCount(cards);
  };
  for (const [width, cards] of [
    [1440, 4],
    [1024, 4],
    [1023, 2],
    [768, 2],
    [767, 1],
    [390, 1],
  ] as const)
    await expectCards(width, cards);
  await expect(page.locator(slides)).toHaveCount(6);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await expectCards(1440, 2);
  await expectCards(1024, 1);
});

test('a turned phone shows as many testimonials as fit, without buttons', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'testimonials-'));
  const names = ['Ann', 'Bea', 'Cem'];
  const testimonials = names.map((name) => ({ name, text: 'They rang back.', rating: 5 }));
  await writeFile(join(folder, 'site.json'), JSON.stringify({ testimonials }));
  const site = await OwnSite.start({ SITE_FILE: join(folder, 'site.json') });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site.url);
  await waitForHydration(page);
  const cards = page.locator(slides);
  await page.getByRole('button', { name: 'Previous testimonial' }).click();
  await expect(cards.nth(2)).toBeInViewport({ ratio: 0.9 });
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const card of await cards.all()) await expect(card).toBeInViewport({ ratio: 0.9 });
  const carousel = page.getByRole('group', { name: 'What our customers say' });
  await expect(carousel.getByRole('button')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(cards.nth(2)).toBeInViewport({ ratio: 0.9 });
  await site.end(page);
  await rm(folder, { recursive: true });
});

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

test('the controls of the testimonials are one stop, with arrow keys between them', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await waitForHydration(page);
  const buttons = page.getByRole('group', { name: 'What our customers say' }).getByRole('button');
  await expect(page.getByRole('button', { name: 'Start automatic scrolling' })).toBeVisible();
  const stops = () =>
    buttons.evaluateAll((all) => all.filter(({ tabIndex }) => tabIndex === 0).length);
  expect(await stops()).toBe(1);
  await buttons.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Previous testimonial' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: 'Show testimonial 6' })).toBeFocused();
  expect(await stops()).toBe(1);
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
