import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { CAROUSEL_INTERVAL_MS } from '../../shared/site/constants.ts';
import { expect, test } from './console.ts';
import { hydrated } from './hydrated.ts';
import { OwnSite } from './own-site.ts';

const slides = '[aria-roledescription="slide"]:not([aria-hidden="true"])';
const inView = `${slides}:not([inert])`;

test('four of six testimonials show from 1024 px on, two from 768 px on, else one', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await hydrated(page);
  for (const [width, cards] of [
    [1440, 4],
    [1024, 4],
    [1023, 2],
    [768, 2],
    [767, 1],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator(inView), `${width} px`).toHaveCount(cards);
    await expect(page.locator(slides)).toHaveCount(6);
  }
});

test('in large text fewer testimonials stand side by side', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.goto('/');
  await hydrated(page);
  await expect(page.locator(inView)).toHaveCount(2);
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect(page.locator(inView)).toHaveCount(1);
});

test('previous and next wrap around, and a dot jumps to its testimonial', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await hydrated(page);
  const shown = page.locator(inView);
  await expect(shown).toHaveAttribute('aria-label', '1 of 6');
  await page.getByRole('button', { name: 'Previous testimonial' }).click();
  await expect(shown).toHaveAttribute('aria-label', '6 of 6');
  await page.getByRole('button', { name: 'Next testimonial' }).click();
  await expect(shown).toHaveAttribute('aria-label', '1 of 6');
  await page.getByRole('button', { name: 'Show testimonial 4' }).click();
  await expect(shown).toHaveAttribute('aria-label', '4 of 6');
});

test('the testimonials advance every five seconds until they are stopped', async ({ page }) => {
  await page.clock.install();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.clock.runFor(100);
  await page.keyboard.press('Shift');
  await page.clock.runFor(2500);
  await expect(page.locator(inView)).toHaveCount(1);
  const label = () => page.locator(inView).getAttribute('aria-label');
  const before = Number((await label())?.[0]);
  await page.clock.runFor(CAROUSEL_INTERVAL_MS);
  expect(Number((await label())?.[0])).toBe((before % 6) + 1);
  await page.getByRole('button', { name: 'Stop automatic scrolling' }).click();
  const stopped = await label();
  await page.clock.runFor(3 * CAROUSEL_INTERVAL_MS);
  expect(await label()).toBe(stopped);
});

test('under reduced motion the testimonials stand still until somebody starts them', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Start automatic scrolling' })).toBeVisible();
});

test('one question is open at a time and may be closed again', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
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

test('the Credit Hire panel is open, closes, opens again and leads to its page', async ({
  page,
}) => {
  await page.goto('/replacement-vehicles');
  const panel = page.locator('main details').filter({ hasText: 'Credit Hire' });
  await expect(panel.getByRole('link')).toBeVisible();
  await panel.locator('summary').click();
  await expect(panel.getByRole('link')).toBeHidden();
  await panel.locator('summary').click();
  await expect(panel.getByRole('link')).toBeVisible();
  await expect(panel.getByRole('link')).toHaveAttribute('href', '/credit-hire');
});

test('testimonials that are all in view stand still, without buttons, and the page is taken over as it is', async ({
  page,
  exampleSite,
}) => {
  await page.goto(exampleSite);
  await hydrated(page);
  const carousel = page.getByRole('group', { name: 'What drivers say' });
  await expect(carousel.getByText('They rang back within minutes.')).toBeVisible();
  await expect(carousel.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('Examples:')).toHaveCount(0);
  await page.goto(`${exampleSite}/about`);
  await hydrated(page);
  await expect(page.getByText('Two engineers began in a yard in Barking.')).toBeVisible();
});

test('a phone that is turned shows every testimonial that fits beside the others, wherever it stood', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'testimonials-'));
  const names = ['Ann', 'Bea', 'Cem'];
  const testimonials = names.map((name) => ({ name, text: 'They rang back.', rating: 5 }));
  await writeFile(join(folder, 'site.json'), JSON.stringify({ testimonials }));
  const site = await OwnSite.start({ SITE_FILE: join(folder, 'site.json') });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site.url);
  await hydrated(page);
  const cards = page.locator(slides);
  await page.getByRole('button', { name: 'Previous testimonial' }).click();
  await expect(cards.nth(2)).toBeInViewport({ ratio: 0.9 });
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const card of await cards.all()) await expect(card).toBeInViewport({ ratio: 0.9 });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(cards.nth(2)).toBeInViewport({ ratio: 0.9 });
  await site.end(page);
  await rm(folder, { recursive: true });
});

test('on a phone the call comes first, then the roadside as a button, then the callback; on its side the number stays', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const ways = page.locator('.hero a:not(.trust a)');
  await expect(ways).toHaveText([/^Call/, /^At the roadside now\?/, 'Request a callback']);
  const tops = (await boxesOf(ways)).map(({ top }) => top);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  for (const { height } of (await boxesOf(ways)).slice(0, 2))
    expect(height).toBeGreaterThanOrEqual(56);
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

/** The company as it comes, and one with every fact and six long testimonials. */
const VARIANTS = [
  { name: 'as it comes', hasFacts: false },
  { name: 'with every fact', hasFacts: true },
];

const FACTS = [
  '4.8 out of 5 from 312 reviews Example Reviews',
  'FCA 123456 Check the register',
  'Member of Example Trade Body',
];

for (const { name, hasFacts } of VARIANTS)
  test(`the first screen of a phone ${name} says how and why to call, that of a laptop has the whole road`, async ({
    page,
    fullSite,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(hasFacts ? fullSite : '/');
    await expect(page.locator('.trust li')).toHaveText(hasFacts ? FACTS : []);
    await expect(page.locator('.header .brand svg')).toBeVisible();
    const whole = ['.header', 'h1', '.hero .lead', '.hero .btn--call', '.hero .btn--line'];
    for (const [width, height] of [
      [390, 844],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const part of [...whole, '.hero__callback', '.trust'])
        for (const { bottom } of await boxesOf(page.locator(part)))
          expect(bottom, part).toBeLessThan(height);
    }
    for (const [width, height] of [
      [320, 900],
      [390, 900],
      [768, 900],
      [1024, 768],
      [1280, 720],
      [1536, 730],
      [1440, 900],
      [1920, 900],
      [2560, 900],
      [3840, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const pieces = page.locator(
        '.hero__grid > :first-child > *, .sign, .header, .plates-row, .drive.v-a, .drive.v-b',
      );
      const boxes = await boxesOf(pieces);
      const overlaps = boxes.flatMap((one, place) =>
        boxes
          .slice(place + 1)
          .filter(
            (other) =>
              one.left < other.right - 1 &&
              other.left < one.right - 1 &&
              one.top < other.bottom - 1 &&
              other.top < one.bottom - 1,
          )
          .map((other) => [one, other]),
      );
      expect(overlaps, `${width} px`).toEqual([]);
    }
    // The screens of common laptops end with the road and what drives on it.
    for (const [width, height] of [
      [1280, 720],
      [1366, 768],
      [1440, 900],
      [1536, 730],
      [1920, 950],
    ] as const) {
      await page.setViewportSize({ width, height });
      const [scene] = await boxesOf(page.locator('.hero__scene'));
      expect(scene?.bottom, `${width} x ${height}`).toBeLessThanOrEqual(height + 1);
    }
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(page.locator('.hero .btn--call')).toBeInViewport({ ratio: 1 });
  });

/** As high as a phone shows at once. */
const SCREEN_PX = 844;

for (const { name, hasFacts } of VARIANTS)
  test(`Home ${name} is at most six screens of a phone, and says the hours of a delivery at most three times`, async ({
    page,
    fullSite,
  }) => {
    await page.setViewportSize({ width: 390, height: SCREEN_PX });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(hasFacts ? fullSite : '/');
    await hydrated(page);
    await page.evaluate(() => document.fonts.ready);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height / SCREEN_PX).toBeLessThanOrEqual(6);
    const [words] = await page.getByRole('main').allInnerTexts();
    expect(words?.match(/\b10\s(?:hours?|hrs?)\b/g)?.length).toBeLessThanOrEqual(3);
  });
