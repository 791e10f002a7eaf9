import type { Page } from '@playwright/test';
import { CALLBACK_MESSAGES } from '../../shared/site/constants.ts';
import { callbackFields } from '../support/typed.ts';
import { fillForm, readForm } from './callback-form.ts';
import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

const VALUES = callbackFields({
  name: 'Zoë Ünwin',
  mobile: '+44 (0)7700 900123',
  email: 'zoe@example.org',
});

const fill = (page: Page) => fillForm(page, VALUES);

const submit = (page: Page) => page.getByRole('button', { name: 'Request a callback' }).click();

test('invisible characters in a pasted number or address are not sent', async ({ page }) => {
  await page.goto('/contact');
  await waitForHydration(page);
  await fill(page);
  await page.getByLabel('Mobile Number *').fill('\u202a07700\u00a0900\t123\u202c');
  await page.getByLabel('Your e-mail *').fill('\u200ezoe@\u200bexample.org');
  const sending = page.waitForRequest('**/contact.php');
  await submit(page);
  const sent = new URLSearchParams((await sending).postData() ?? '');
  expect(sent.get('mobile')).toBe('07700 900 123');
  expect(sent.get('email')).toBe('zoe@example.org');
  await expect(page.getByText('We will call 07700 900 123')).toBeVisible();
});

test('a name that shows nothing is empty to the browser, too', async ({ page }) => {
  await page.route('**/contact.php', (route) => route.abort());
  await page.goto('/contact');
  await waitForHydration(page);
  await fill(page);
  const name = page.getByLabel('Your name *');
  await name.fill('\u200d \u3164');
  await submit(page);
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Enter your name']);
  await name.fill('\u200d');
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Enter your name']);
  await name.fill('Zo\u00eb');
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a mistyped mail provider is accepted, and one press corrects it', async ({ page }) => {
  const sent: (string | null)[] = [];
  await page.route('**/contact.php', (route) => {
    sent.push(new URLSearchParams(route.request().postData() ?? '').get('email'));
    return route.fulfill({ json: { ok: true } });
  });
  await page.goto('/contact');
  await waitForHydration(page);
  await fill(page);
  const email = page.getByLabel('Your e-mail *');
  await email.fill('zoe@gmial.com');
  await expect(email).toHaveAccessibleDescription('Did you mean zoe@gmail.com ?');
  await submit(page);
  await expect(page.getByText('Your email address: zoe@gmial.com')).toBeVisible();
  await page.getByRole('link', { name: 'Change your number or email address' }).click();
  await page.getByRole('button', { name: 'zoe@gmail.com' }).click();
  await expect(email).toHaveValue('zoe@gmail.com');
  await expect(email).toBeFocused();
  await expect(page.getByText('Did you mean')).toHaveCount(0);
  await submit(page);
  await expect(page.getByText('Your email address: zoe@gmail.com')).toBeVisible();
  expect(sent).toEqual(['zoe@gmial.com', 'zoe@gmail.com']);
});

test('after a reload, on another page and on the way back the form says it was sent', async ({
  page,
}) => {
  await page.goto('/contact');
  await waitForHydration(page);
  await fill(page);
  await submit(page);
  const message = page.getByRole('status').filter({ hasText: CALLBACK_MESSAGES.sent });
  await expect(message).toBeVisible();
  await page.reload();
  await expect(message).toBeVisible();
  await expect(message).not.toBeFocused();
  await waitForHydration(page);
  await page.getByRole('link', { name: 'About Us' }).first().click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(message).toBeVisible();
  await page.getByRole('link', { name: 'Change your number or email address' }).click();
  await expect(page.getByLabel('Mobile Number *')).toBeFocused();
  await fill(page);
  await page.reload();
  await waitForHydration(page);
  await expect(message).toBeHidden();
  expect(await readForm(page)).toEqual(VALUES);
});
