import type { Page } from '@playwright/test';
import {
  CALLBACK_MESSAGES,
  CALLBACK_SLOW_AFTER_MS,
  CALLBACK_TIMEOUT_MS,
  FASTEST_PERSON_MS,
} from '../../shared/site/constants.ts';
import { gate } from './connection/late.ts';
import { expect, forget, test } from './console.ts';
import { hydrated } from './hydrated.ts';
import { expectNextSteps } from './next-steps.ts';

const VALUES = { name: 'Zoë Ünwin', mobile: '+44 (0)7700 900123', email: 'zoe@example.org' };

async function fill(page: Page) {
  await page.getByLabel('Your name *').fill(VALUES.name);
  await page.getByLabel('Mobile Number *').fill(VALUES.mobile);
  await page.getByLabel('Your e-mail *').fill(VALUES.email);
}

async function values(page: Page) {
  return {
    name: await page.getByLabel('Your name *').inputValue(),
    mobile: await page.getByLabel('Mobile Number *').inputValue(),
    email: await page.getByLabel('Your e-mail *').inputValue(),
  };
}

const submit = (page: Page) => page.getByRole('button', { name: 'Request a callback' }).click();
const EMPTY = { name: '', mobile: '', email: '' };

for (const path of ['/', '/contact'])
  test(`a request from ${path} is kept by the site, the fields are cleared and the message has the focus`, async ({
    page,
  }) => {
    await page.goto(path);
    await hydrated(page);
    await fill(page);
    await submit(page);
    const message = page.getByRole('status').filter({ hasText: CALLBACK_MESSAGES.sent });
    await expect(message).toBeFocused();
    expect(await values(page)).toEqual(EMPTY);
  });

test('a request outlives the page that sends it, and nothing of it is kept in the browser', async ({
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
  await hydrated(page);
  await fill(page);
  await submit(page);
  await expect(page.getByText(CALLBACK_MESSAGES.sent)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-keepalive', 'true');
  expect(
    await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage })),
  ).not.toMatch(/Zo|7700|example/);
  await page.reload();
  await hydrated(page);
  expect(await values(page)).toEqual(EMPTY);
});

test('after success a panel with the number as typed takes the place of the form, and leads back to it', async ({
  page,
}) => {
  const sent: string[] = [];
  await page.route('**/contact.php', (route) => {
    sent.push(new URLSearchParams(route.request().postData() ?? '').get('mobile') ?? '');
    return route.fulfill({ json: { ok: true } });
  });
  await page.goto('/contact');
  await hydrated(page);
  await fill(page);
  await submit(page);
  await expect(page.getByText(`We will ring ${VALUES.mobile}`)).toBeVisible();
  const colourOf = (selector: string, property: 'color' | 'backgroundColor') =>
    page
      .locator(selector)
      .first()
      .evaluate((part, name) => getComputedStyle(part)[name], property);
  // axe does not notice when they are equal.
  expect(await colourOf('.form-card strong', 'color')).not.toBe(
    await colourOf('.form-card', 'backgroundColor'),
  );
  await expect(page.getByRole('button', { name: 'Request a callback' })).toBeHidden();
  await expectNextSteps(page);
  await page.getByRole('link', { name: 'Correct the number' }).click();
  await expect(page.getByLabel('Mobile Number *')).toBeFocused();
  expect(await values(page)).toEqual(VALUES);
  await page.getByLabel('Mobile Number *').fill('07700 900124');
  await submit(page);
  await expect(page.getByText('We will ring 07700 900124')).toBeVisible();
  expect(sent).toEqual([VALUES.mobile, '07700 900124']);
});

test('the panel says how soon the company rings, as the answer has it', async ({
  page,
  exampleSite,
}) => {
  await page.goto(`${exampleSite}/contact`);
  await hydrated(page);
  await fill(page);
  const answer = page.waitForResponse('**/contact.php');
  await submit(page);
  const { callbackWithin: words } = await (await answer).json();
  await expect(page.locator('.sent__number')).toHaveText(`We will ring ${VALUES.mobile} ${words}`);
  expect(words).toMatch(/^(within 15 minutes|from (9|10)am (today|tomorrow|on Monday))$/);
});

test('an error goes as soon as it is mended, without taking the focus, and leaves room for a remark, with which the form is still sent', async ({
  page,
}) => {
  await page.goto('/contact');
  await hydrated(page);
  await submit(page);
  const mobile = page.getByLabel('Mobile Number *');
  await expect(mobile).toHaveAccessibleDescription('Error: Enter your mobile number');
  await mobile.pressSequentially('07700 90012');
  await expect(mobile).toBeFocused();
  await expect(mobile).not.toHaveAttribute('aria-invalid');
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(2);
  await mobile.press('Tab');
  await expect(mobile).toHaveAccessibleDescription('Digits: 10. UK mobiles have 11.');
  await mobile.fill('07700 900123');
  await expect(mobile).toHaveAccessibleDescription('We will ring this number.');
  await mobile.fill('07700 90012');
  await page.getByLabel('Your name *').fill(VALUES.name);
  await page.getByLabel('Your e-mail *').fill(VALUES.email);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^Error: /);
  await submit(page);
  await expect(page.getByText('We will ring 07700 90012')).toBeVisible();
});

test('a mistyped provider of mail is not refused, and one press mends it', async ({ page }) => {
  const sent: (string | null)[] = [];
  await page.route('**/contact.php', (route) => {
    sent.push(new URLSearchParams(route.request().postData() ?? '').get('email'));
    return route.fulfill({ json: { ok: true } });
  });
  await page.goto('/contact');
  await hydrated(page);
  await fill(page);
  const email = page.getByLabel('Your e-mail *');
  await email.fill('zoe@gmial.com');
  await expect(email).toHaveAccessibleDescription('Did you mean zoe@gmail.com ?');
  await submit(page);
  await expect(page.getByText('Your e-mail address: zoe@gmial.com')).toBeVisible();
  await page.getByRole('link', { name: 'Correct the number or the address' }).click();
  await page.getByRole('button', { name: 'zoe@gmail.com' }).click();
  await expect(email).toHaveValue('zoe@gmail.com');
  await expect(email).toBeFocused();
  await expect(page.getByText('Did you mean')).toHaveCount(0);
  await submit(page);
  await expect(page.getByText('Your e-mail address: zoe@gmail.com')).toBeVisible();
  expect(sent).toEqual(['zoe@gmial.com', 'zoe@gmail.com']);
});

test('what is no number, or too long, is said in words and not cut', async ({ page }) => {
  const long = 'My mobile number is +44 7700 900456';
  await page.goto('/contact');
  await hydrated(page);
  await fill(page);
  const mobile = page.getByLabel('Mobile Number *');
  await mobile.fill('abc');
  await submit(page);
  await expect(page.getByRole('alert').getByRole('link')).toHaveText('Enter your mobile number');
  await mobile.fill(long);
  await submit(page);
  await expect(mobile).toHaveValue(long);
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(
    'Shorten the mobile number to 30 characters',
  );
});

test('after a reload, on another page and on the way back the form says that the request was taken', async ({
  page,
}) => {
  await page.goto('/contact');
  await hydrated(page);
  await fill(page);
  await submit(page);
  const message = page.getByRole('status').filter({ hasText: CALLBACK_MESSAGES.sent });
  await expect(message).toBeVisible();
  await page.reload();
  await expect(message).toBeVisible();
  await expect(message).not.toBeFocused();
  await hydrated(page);
  await page.getByRole('link', { name: 'About Us' }).first().click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(message).toBeVisible();
  await page.getByRole('link', { name: 'Correct the number' }).click();
  await expect(page.getByLabel('Mobile Number *')).toBeFocused();
  await fill(page);
  await page.reload();
  await hydrated(page);
  await expect(message).toBeHidden();
  expect(await values(page)).toEqual(VALUES);
});

test('the request is form-encoded with the four fields, the message empty', async ({ page }) => {
  let sent = '';
  await page.route('**/contact.php', (route) => {
    sent = route.request().postData() ?? '';
    return route.fulfill({ json: { ok: true } });
  });
  await page.clock.install();
  await page.goto('/contact');
  await page.clock.runFor(1000);
  await hydrated(page);
  await page.clock.runFor(FASTEST_PERSON_MS); // a person takes longer than a robot
  await fill(page);
  await submit(page);
  await expect(page.getByText(CALLBACK_MESSAGES.sent)).toBeVisible();
  expect(Object.fromEntries(new URLSearchParams(sent))).toEqual({ ...VALUES, message: '' });
});

test('a refused request keeps the fields and shows the rejection with the phone number', async ({
  page,
  consoleMessages,
}) => {
  await page.route('**/contact.php', (route) =>
    route.fulfill({ status: 502, json: { ok: false } }),
  );
  await page.goto('/contact');
  await hydrated(page);
  await fill(page);
  await submit(page);
  const alert = page.getByRole('alert').filter({ hasText: CALLBACK_MESSAGES.rejected });
  await expect(alert).toBeFocused();
  await expect(alert.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:/);
  expect(await values(page)).toEqual(VALUES);
  forget(consoleMessages, 'status of 502');
});

test('a network failure keeps the fields, even across a reload', async ({
  page,
  consoleMessages,
}) => {
  await page.route('**/contact.php', (route) => route.abort());
  await page.goto('/contact');
  await hydrated(page);
  await fill(page);
  await submit(page);
  await expect(
    page.getByRole('alert').filter({ hasText: CALLBACK_MESSAGES.network }),
  ).toBeFocused();
  expect(await values(page)).toEqual(VALUES);
  await page.reload();
  await hydrated(page);
  expect(await values(page)).toEqual(VALUES);
  forget(consoleMessages, 'ERR_FAILED');
});

test('the form gives up after 15 seconds with the network message', async ({ page }) => {
  await page.route('**/contact.php', () => {});
  await page.goto('/contact');
  await hydrated(page);
  await fill(page);
  await page.evaluate((limit) => {
    // The page's clock does not move AbortSignal.timeout: the same limit, a thousand times faster.
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (milliseconds) =>
      timeout.call(AbortSignal, milliseconds === limit ? 15 : milliseconds);
  }, CALLBACK_TIMEOUT_MS);
  await submit(page);
  await expect(page.getByText(CALLBACK_MESSAGES.network)).toBeVisible();
  expect(await values(page)).toEqual(VALUES);
});

test('after 4 seconds without an answer the form says so with the phone number, until there is one', async ({
  page,
}) => {
  const { hold, letGo } = gate();
  await page.route('**/contact.php', hold);
  await page.goto('/contact');
  await hydrated(page);
  await fill(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await submit(page);
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeVisible();
  await page.clock.runFor(CALLBACK_SLOW_AFTER_MS - 100);
  await expect(page.getByText('Still sending…')).toBeHidden();
  await page.clock.runFor(200);
  const slow = page.getByRole('status').filter({ hasText: 'Still sending…' });
  await expect(slow.getByRole('link')).toHaveAttribute('href', /^tel:/);
  expect(await values(page)).toEqual(VALUES);
  await letGo();
  await expect(page.getByText(CALLBACK_MESSAGES.sent)).toBeVisible();
  await expect(page.getByText('Still sending…')).toBeHidden();
});

test('one press is one request, however often the button is pressed while it is busy', async ({
  page,
}) => {
  let requests = 0;
  let answer = () => {};
  await page.route('**/contact.php', async (route) => {
    requests += 1;
    await new Promise<void>((go) => {
      answer = go;
    });
    await route.fulfill({ json: { ok: true } });
  });
  await page.goto('/contact');
  await hydrated(page);
  await fill(page);
  await submit(page);
  const busy = page.getByRole('button', { name: 'Sending…' });
  await expect(busy).toHaveAttribute('aria-disabled', 'true');
  await busy.click({ force: true });
  await busy.click({ force: true });
  await page.getByLabel('Your name *').press('Enter');
  answer();
  await expect(page.getByText(CALLBACK_MESSAGES.sent)).toBeVisible();
  expect(requests).toBe(1);
});

test('an empty form is not sent: the problems are listed, take the focus and lead to their fields', async ({
  page,
}) => {
  let requests = 0;
  await page.route('**/contact.php', (route) => {
    requests += 1;
    return route.fulfill({ json: { ok: true } });
  });
  await page.goto('/contact');
  await hydrated(page);
  await submit(page);
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(3);
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel('Mobile Number *')).toHaveAttribute('aria-invalid', 'true');
  await summary.getByRole('link').nth(1).click();
  await expect(page.getByLabel('Mobile Number *')).toBeFocused();
  expect(requests).toBe(0);
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="#main"]')?.click());
  await expect(page).toHaveURL('/contact#main');
  await page.waitForTimeout(200); // the head is written again
  await expect(page).toHaveTitle(/^Error: (?!Error)/);
});
