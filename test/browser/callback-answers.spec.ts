import type { Page } from '@playwright/test';
import { mapFields } from '../../shared/callback/fields.ts';
import { CALLBACK_MESSAGES, CALLBACK_SLOW_AFTER_MS } from '../../shared/site/constants.ts';
import { callbackFields } from '../support/typed.ts';
import { fillForm, REQUIRED_FIELDS, readForm } from './callback-form.ts';
import { createGate } from './connection/late.ts';
import { allowMessage, expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';
import { expectNextSteps } from './next-steps.ts';

const VALUES = callbackFields({
  name: 'Zoë Ünwin',
  mobile: '+44 (0)7700 900123',
  email: 'zoe@example.org',
});

const fill = (page: Page) => fillForm(page, VALUES);

const submit = (page: Page) => page.getByRole('button', { name: 'Request a callback' }).click();

test('a request survives leaving the page; its focused message repeats the number', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (address, options) => {
      document.documentElement.dataset.keepalive = String(options?.keepalive);
      return fetch(address, options);
    };
  });
  await page.goto('/contact');
  await waitForHydration(page);
  await fill(page);
  await submit(page);
  await expect(page.getByRole('status').filter({ hasText: CALLBACK_MESSAGES.sent })).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('data-keepalive', 'true');
  expect(await readForm(page)).toEqual(mapFields(() => ''));
  expect(
    await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage })),
  ).not.toMatch(/Zo|7700|example/);
  await expect(page.getByText(`We will call ${VALUES.mobile}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Request a callback' })).toBeHidden();
  await expectNextSteps(page);
  await page.getByRole('link', { name: 'Change your number or email address' }).click();
  await expect(page.getByLabel('Mobile Number *')).toBeFocused();
  expect(await readForm(page)).toEqual(VALUES);
  await page.getByLabel('Mobile Number *').fill('07700 900124');
  await submit(page);
  await expect(page.getByText('We will call 07700 900124')).toBeVisible();
});

test('invalid values are not sent: each error leads to its field until it is mended', async ({
  page,
}) => {
  const sent: string[] = [];
  await page.route('**/contact.php', (route) => {
    sent.push(new URLSearchParams(route.request().postData() ?? '').get('mobile') ?? '');
    return route.fulfill({ json: { ok: true } });
  });
  await page.goto('/contact');
  await waitForHydration(page);
  await submit(page);
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(REQUIRED_FIELDS.length);
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="#main"]')?.click());
  await expect(page).toHaveURL('/contact#main');
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done))); // the head is written again
  await expect(page).toHaveTitle(/^Error: (?!Error)/);
  const mobile = page.getByLabel('Mobile Number *');
  await summary.getByRole('link', { name: 'Enter your mobile number' }).click();
  await expect(mobile).toBeFocused();
  await expect(mobile).toHaveAccessibleDescription('Error: Enter your mobile number');
  await mobile.pressSequentially('07700 90012');
  await expect(mobile).toBeFocused();
  await expect(mobile).not.toHaveAttribute('aria-invalid');
  await expect(summary.getByRole('link')).toHaveCount(REQUIRED_FIELDS.length - 1);
  await mobile.press('Tab');
  await expect(mobile).toHaveAccessibleDescription(
    'This number has 10 digits. UK mobile numbers have 11.',
  );
  await fill(page);
  await expect(mobile).toHaveAccessibleDescription('We will call you on this number.');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^Error: /);
  await mobile.fill('My mobile number is +44 7700 900456');
  await submit(page);
  await expect(summary.getByRole('link')).toHaveText(
    'Your mobile number must be 30 characters or fewer',
  );
  await mobile.fill('07700 90012');
  await submit(page);
  await expect(page.getByText('Please check your number: 07700 90012')).toBeVisible();
  expect(sent).toEqual(['07700 90012']);
});

test('a refused or lost request keeps the fields and names the phone number', async ({
  page,
  consoleMessages,
}) => {
  await page.goto('/contact');
  await waitForHydration(page);
  await fill(page);
  await page.route('**/contact.php', (route) =>
    route.fulfill({ status: 502, json: { ok: false } }),
  );
  await submit(page);
  const alert = page.getByRole('alert');
  await expect(alert.filter({ hasText: CALLBACK_MESSAGES.rejected })).toBeFocused();
  await expect(alert.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:/);
  expect(await readForm(page)).toEqual(VALUES);
  await page.route('**/contact.php', (route) => route.abort());
  await submit(page);
  await expect(alert.filter({ hasText: CALLBACK_MESSAGES.network })).toBeFocused();
  expect(await readForm(page)).toEqual(VALUES);
  await page.reload();
  await waitForHydration(page);
  expect(await readForm(page)).toEqual(VALUES);
  allowMessage(consoleMessages, /status of 502|ERR_FAILED/);
});

test('repeated presses send one request; after 4 seconds the phone number is named', async ({
  page,
}) => {
  let requests = 0;
  const { hold, letGo } = createGate();
  await page.route('**/contact.php', (route) => {
    requests += 1;
    return hold(route);
  });
  await page.goto('/contact');
  await waitForHydration(page);
  await fill(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await submit(page);
  const busy = page.getByRole('button', { name: 'Sending…' });
  await expect(busy).toHaveAttribute('aria-disabled', 'true');
  await busy.click({ force: true });
  await page.getByLabel('Your name *').press('Enter');
  await page.clock.runFor(CALLBACK_SLOW_AFTER_MS - 100);
  await expect(page.getByText('Still sending…')).toBeHidden();
  await page.clock.runFor(200);
  const slow = page.getByRole('status').filter({ hasText: 'Still sending…' });
  await expect(slow.getByRole('link')).toHaveAttribute('href', /^tel:/);
  expect(await readForm(page)).toEqual(VALUES);
  await letGo();
  await expect(page.getByText(CALLBACK_MESSAGES.sent)).toBeVisible();
  await expect(page.getByText('Still sending…')).toBeHidden();
  expect(requests).toBe(1);
});
