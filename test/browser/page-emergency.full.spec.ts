import type { Locator } from '@playwright/test';
import { TEST_COMPANY } from '../support/test-company.ts';
import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

async function area(control: Locator): Promise<number> {
  const box = await control.boundingBox();
  return box ? box.width * box.height : 0;
}

test('999 is the strongest control of the accident page, then 101, then our number', async ({
  page,
}) => {
  await page.goto('/accident');
  await waitForHydration(page);
  const calls = [
    page.getByRole('link', { name: 'Call 999' }),
    page.getByRole('link', { name: /^Call 101/ }),
    ...(await page
      .locator('main')
      .getByRole('link', { name: `Call ${TEST_COMPANY.COMPANY_PHONE_24H}` })
      .all()),
  ];
  expect(calls).toHaveLength(4);
  for (const width of [320, 390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [emergency = 0, police = 0, ...ours] = await Promise.all(calls.map(area));
    expect(emergency, `${width} px`).toBeGreaterThan(police);
    expect(police, `${width} px`).toBeGreaterThan(Math.max(...ours));
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
});
