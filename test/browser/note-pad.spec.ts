import { expect, test } from './console.ts';
import { hydrated } from './hydrated.ts';

const REGISTRATION = 'QX71 ZZZ';

test('notes stay on the device: they are there after a reload, and no request carries them', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) =>
    sent.push(decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`)),
  );
  await page.goto('/accident');
  await hydrated(page);
  await expect(page.getByText('Nothing is sent to us.')).toBeVisible();
  await page.getByLabel('Registration').fill(REGISTRATION);
  await page.getByLabel('How it happened').fill('They pulled out of a side road.');
  await page.reload();
  await hydrated(page);
  await expect(page.getByLabel('Registration')).toHaveValue(REGISTRATION);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL('/');
  await page.goto('/accident');
  expect(sent.length).toBeGreaterThan(3);
  expect(
    sent.filter((request) => request.includes(REGISTRATION) || request.includes('side road')),
  ).toEqual([]);
});

test('notes typed before the scripts came are kept', async ({ page }) => {
  let letGo = () => {};
  const late = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/static/js/**', (route) => late.then(() => route.continue()));
  await page.goto('/accident', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Registration').fill(REGISTRATION);
  letGo();
  await hydrated(page);
  await expect(page.getByLabel('Registration')).toHaveValue(REGISTRATION);
});

test('the print shows what was typed, and the print button prints', async ({ page }) => {
  await page.goto('/accident');
  await hydrated(page);
  await page.getByLabel('Registration').fill(REGISTRATION);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print this page' }).last().click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', '');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.print-sheet').getByText(REGISTRATION)).toBeVisible();
  await expect(page.locator('.print-sheet')).toContainText(/24-hour line: 0808/);
  await expect(page.getByRole('button', { name: 'Clear' })).toBeHidden();
});

test("sharing hands the notes to the device's own share sheet", async ({ page }) => {
  await page.addInitScript(() => {
    navigator.share = async (data) =>
      document.documentElement.setAttribute('data-shared', data?.text ?? '');
  });
  await page.goto('/accident');
  await hydrated(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'There is nothing to share yet.' }),
  ).toBeVisible();
  await page.getByLabel('Registration').fill(REGISTRATION);
  await page.getByLabel('Colour').fill('Blue');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.locator('html')).toHaveAttribute(
    'data-shared',
    `Registration: ${REGISTRATION}\nColour: Blue`,
  );
});

test('cleared notes are gone for good, unless they are taken back at once', async ({ page }) => {
  await page.goto('/accident');
  await hydrated(page);
  const registration = page.getByLabel('Registration');
  await registration.fill(REGISTRATION);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(registration).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(registration).toHaveValue(REGISTRATION);
  await page.getByRole('button', { name: 'Clear' }).click();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.reload();
  await hydrated(page);
  await expect(registration).toHaveValue('');
});
