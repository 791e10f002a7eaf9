import { expect, type Page } from '@playwright/test';

/** Expects what follows a sent form: what happens now, and the number to call with its hours. */
export async function expectNextSteps(page: Page): Promise<void> {
  const panel = page.locator('.form-card');
  await expect(panel.getByText('Keep your phone close.')).toBeVisible();
  await expect(
    panel.getByRole('link', { name: /^Call [\d\s]+24-hour helpline, every day$/ }),
  ).toHaveAttribute('href', /^tel:/);
}
