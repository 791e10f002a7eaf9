import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
