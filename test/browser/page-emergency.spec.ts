import type { Locator } from '@playwright/test';
import { TEST_COMPANY } from '../support/test-company.ts';
import { expect, test } from './console.ts';
import { hydrated } from './hydrated.ts';

async function area(control: Locator): Promise<number> {
  const box = await control.boundingBox();
  return box ? box.width * box.height : 0;
}

test('at every width 999 is the strongest control of the accident page, then 101, then ours; nothing covers them, and their box stands out from the sky in either theme', async ({
  page,
}) => {
  await page.goto('/accident');
  await hydrated(page);
  const calls = [
    page.getByRole('link', { name: 'Call 999' }),
    page.getByRole('link', { name: /^Call 101/ }),
    page.locator('main').getByRole('link', { name: `Call ${TEST_COMPANY.COMPANY_PHONE_24H}` }),
  ];
  for (const width of [320, 390, 768, 1024, 1100, 1176, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const [emergency = 0, police = 0, ours = 0] = await Promise.all(calls.map(area));
    expect(emergency, `${width} px`).toBeGreaterThan(police);
    expect(police, `${width} px`).toBeGreaterThan(ours);
    // Artwork lets clicks through, so only its box can tell that it does not cover the calls.
    const covered = await page.evaluate(() => {
      const box = document.querySelector('.danger')?.getBoundingClientRect() as DOMRect;
      return [...document.querySelectorAll('.page-head__art > *')]
        .map((drawing) => drawing.getBoundingClientRect())
        .filter(
          ({ width, left, right, top, bottom }) =>
            width > 0 &&
            left < box.right &&
            right > box.left &&
            top < box.bottom &&
            bottom > box.top,
        ).length;
    });
    expect(covered, `${width} px`).toBe(0);
    for (const call of calls) await call.click({ trial: true });
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const ratio = await page.evaluate(() => {
      const style = (selector: string) =>
        getComputedStyle(document.querySelector(selector) as Element);
      const luminance = (color: string) => {
        const [r = 0, g = 0, b = 0] = (color.match(/\d+(\.\d+)?/g) ?? []).map((part) => {
          const share = Number(part) / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const border = luminance(style('.danger').borderTopColor);
      // The last gradient is the sky; before it come the road and its dashes.
      const [, sky = ''] = style('.page-head').backgroundImage.split(
        /linear-gradient(?!.*linear-)/,
      );
      const skies = sky.match(/rgb\([^)]*\)/g) ?? [];
      // WCAG 2.2, contrast ratio
      return Math.min(
        ...skies.map((sky) => {
          const [light, dark] = [border, luminance(sky)].sort((a, b) => b - a) as [number, number];
          return (light + 0.05) / (dark + 0.05);
        }),
      );
    });
    expect(ratio, colorScheme).toBeGreaterThanOrEqual(3);
    expect(ratio, colorScheme).toBeLessThan(22);
  }
});

test('the call bar, which rings us, stays away while 999 is on the screen of a phone, and in text of twice its size; the steps have numbers to tap', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/accident');
  await hydrated(page);
  const bar = page.locator('.callbar');
  await expect(bar).toBeHidden();
  const step = page.getByRole('listitem').filter({ hasText: 'Call the police' });
  const number = step.getByRole('link', { name: '101' });
  await expect(number).toHaveAttribute('href', 'tel:101');
  expect((await number.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole('heading', { name: 'Call the police if' }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 300);
  await expect(bar).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(bar).toBeHidden();
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByRole('heading', { name: 'Report to the police anyway' }).scrollIntoViewIfNeeded();
  await expect(page.locator('.call-card').getByRole('link')).toBeInViewport({ ratio: 1 });
});
