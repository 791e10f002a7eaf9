import { CAROUSEL_INTERVAL_MS } from '../../shared/site/constants.ts';
import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

test('after a touch the testimonials rest until the reader has moved on', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await page.clock.runFor(100);
  const view = page.locator('.carousel__view');
  await view.scrollIntoViewIfNeeded();
  await page.clock.runFor(100);
  await expect(page.locator('.carousel[data-ready]')).toBeVisible();
  const shown = () =>
    page
      .locator('[aria-roledescription="slide"]:not([aria-hidden="true"]):not([inert])')
      .getAttribute('aria-label');
  await view.tap();
  const touched = await shown();
  await page.clock.runFor(3 * CAROUSEL_INTERVAL_MS);
  expect(await shown()).toBe(touched);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(async () => {
    await page.clock.runFor(CAROUSEL_INTERVAL_MS);
    expect(await shown()).not.toBe(touched);
  }).toPass();
});

test("'Callback' focuses the first field of the form, and the bar leaves its target", async ({
  page,
}) => {
  await page.goto('/contact');
  await waitForHydration(page);
  const bar = page.locator('.callbar');
  await page.getByText('We use these details only').scrollIntoViewIfNeeded();
  await expect(bar).toBeHidden();
  await page.getByText('Head office and registered office', { exact: true }).evaluate((point) => {
    point.scrollIntoView({ behavior: 'instant' });
  });
  await expect(bar).toBeVisible();
  await bar.getByRole('link', { name: 'Callback' }).tap();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await expect(page.getByLabel('Your name')).toBeInViewport();
  await expect(bar).toBeHidden();
});
