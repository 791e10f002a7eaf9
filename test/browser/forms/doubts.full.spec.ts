import type { Page } from '@playwright/test';
import { fillForm, readForm } from '../callback-form.ts';
import { expect, test } from '../console.ts';
import { waitForHydration } from '../hydrated.ts';

const CORRECT = 'Change your number or email address';

async function send(page: Page, mobile: string, email: string): Promise<void> {
  await fillForm(page, { name: 'Ada', mobile, email });
  await page.getByRole('button', { name: 'Request a callback' }).click();
  await expect(page.getByText('Thank you! We will contact you shortly.')).toBeVisible();
}

for (const javaScriptEnabled of [true, false])
  test.describe(`confirmation ${javaScriptEnabled ? 'by script' : 'without scripts'}`, () => {
    test.use({ javaScriptEnabled });

    async function open(page: Page): Promise<void> {
      await page.goto('/contact');
      if (javaScriptEnabled) await waitForHydration(page);
    }

    for (const [mobile, warning] of [
      ['078', 'This number has 3 digits. UK mobile numbers have 11.'],
      ['0770 900123', 'This number has 10 digits. UK mobile numbers have 11.'],
    ] as const)
      test(`doubts the number ${mobile}, promises no call and can be corrected`, async ({
        page,
      }) => {
        await open(page);
        await send(page, mobile, 'ada@example.org');
        await expect(
          page.getByText(`Please check your number: ${mobile}. ${warning}`),
        ).toBeVisible();
        await expect(page.getByText(`We will call ${mobile}`)).toHaveCount(0);
        await expect(page.getByText('Keep your phone close')).toHaveCount(0);
        await page.getByRole('link', { name: CORRECT }).click();
        expect(await readForm(page)).toMatchObject({ name: 'Ada', mobile });
        await expect(page.getByLabel('Mobile Number *')).toBeVisible();
        await send(page, '07700 900456', 'ada@example.org');
        await expect(page.getByText('We will call 07700 900456')).toBeVisible();
      });

    test('doubts a mistyped email address', async ({ page }) => {
      await open(page);
      await send(page, '07700 900456', 'jo@gmial.com');
      await expect(
        page.getByText('Your email address: jo@gmial.com. Did you mean jo@gmail.com?'),
      ).toBeVisible();
      await page.getByRole('link', { name: CORRECT }).click();
      expect(await readForm(page)).toMatchObject({ email: 'jo@gmial.com' });
    });
  });
