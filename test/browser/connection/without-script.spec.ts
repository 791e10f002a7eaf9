import { CALLBACK_MESSAGES } from '../../../shared/site/constants.ts';
import { fillForm } from '../callback-form.ts';
import { expect, test } from '../console.ts';
import { expectNextSteps } from '../next-steps.ts';

test.use({ javaScriptEnabled: false });

test('a callback request is sent and answered without JavaScript', async ({ page }) => {
  await page.goto('/contact');
  await fillForm(page, { name: 'Ada Noscript', mobile: '07700 900456', email: 'ada@example.org' });
  await page.getByRole('button', { name: 'Request a callback' }).click();
  await expect(page.getByText(CALLBACK_MESSAGES.sent)).toBeVisible();
  await expect(page.getByText('We will call 07700 900456')).toBeVisible();
  await expect(page.getByText('Your email address: ada@example.org')).toBeVisible();
  await expectNextSteps(page);
  await expect(page.getByLabel('Your name *')).toBeHidden();
  await expect(page.getByLabel('Your name *')).toHaveValue('');
  await page.getByRole('link', { name: 'Change your number or email address' }).click();
  await expect(page.getByLabel('Your name *')).toBeVisible();
  await expect(page.locator('header a[href^="tel:"]')).toBeVisible();
});

test('menu, dropdown, questions, testimonials and panel work without JavaScript', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.locator('#site-nav').getByRole('link', { name: 'Credit Hire' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('#site-nav')).toBeHidden();
  await page.locator('#faq summary').nth(3).click();
  await expect(page.locator('#faq details[open]')).toHaveCount(1);
  await expect(page.locator('[aria-roledescription="slide"]')).toHaveCount(6);
  await page.locator('[aria-roledescription="slide"]').nth(5).scrollIntoViewIfNeeded();
  await expect(page.locator('[aria-roledescription="slide"]').nth(5)).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Next testimonial' })).toBeHidden();
  await page.goto('/replacement-vehicles');
  const panel = page.locator('main details').filter({ hasText: 'Credit Hire' });
  for (const act of ['closes', 'opens']) {
    await expect(panel.getByRole('link')).toBeVisible({ visible: act === 'closes' });
    await panel.locator('summary').click();
  }
  await expect(panel.getByRole('link')).toHaveAttribute('href', '/credit-hire');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .locator('#site-nav')
    .getByRole('link', { name: 'Replacement Vehicles', exact: true })
    .hover();
  await expect(page.locator('#site-nav').getByRole('link', { name: 'Credit Hire' })).toBeVisible();
});
