import type { Page } from '@playwright/test';
import { ACCIDENT_NOTES } from '../../shared/content/accident-notes.ts';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { TEST_COMPANY } from '../support/test-company.ts';
import { createGate } from './connection/late.ts';
import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

const REGISTRATION = 'QX71 ZZZ';

/** Returns the number of A4 sheets that a page prints on. */
async function sheetsOf(page: Page): Promise<number | undefined> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;
}

test('two tabs keep the notes of both, and each shows what the other was given', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/accident');
    await waitForHydration(tab);
  }
  await other.getByLabel('Registration').fill(REGISTRATION);
  await expect(page.getByLabel('Registration')).toHaveValue(REGISTRATION);
  await page.getByLabel('Stay calm: Done').check();
  await page.getByLabel('Colour').fill('Blue');
  await expect(other.getByLabel('Stay calm: Done')).toBeChecked();
  await other.reload();
  await waitForHydration(other);
  await expect(other.getByLabel('Registration')).toHaveValue(REGISTRATION);
  await expect(other.getByLabel('Colour')).toHaveValue('Blue');
  await other.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByLabel('Colour')).toHaveValue('');
  await expect(page.getByLabel('Stay calm: Done')).not.toBeChecked();
});

test('a tab leaves what is being typed in another alone', async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/accident');
    await waitForHydration(tab);
  }
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Sam ');
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('Sam');
  await other.getByLabel('Colour').fill('Blue');
  await expect(page.getByLabel('Colour')).toHaveValue('Blue');
  await name.pressSequentially('Field');
  await expect(name).toHaveValue('Sam Field');
});

test('notes that the browser refuses to store survive a change in another tab', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/accident');
    await waitForHydration(tab);
  }
  await page.getByLabel('Registration').fill(REGISTRATION);
  await other.getByLabel('Colour').fill('Blue');
  await expect(page.getByLabel('Colour')).toHaveValue('Blue');
  await expect(page.getByLabel('Registration')).toHaveValue(REGISTRATION);
});

test('notes typed before hydration are kept, and nothing moves when the buttons come', async ({
  page,
}) => {
  // Nothing scrolls smoothly, and no section is folded at first: only the script could move anything.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const late = createGate();
  await page.route('**/static/js/**', late.hold);
  await page.goto('/accident', { waitUntil: 'domcontentloaded' });
  const promise = page.getByText('What you type stays on this device');
  const controls = page.locator('.pad :is(button, a[href^="mailto:"])');
  const places = () =>
    page
      .locator('.pad :is(label, button, h2, h3, legend)')
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.getClientRects().length > 0)
          .map((part) => part.getBoundingClientRect().top + scrollY),
      );
  await expect(page.getByText('Your notes are not saved yet')).toBeVisible();
  await expect(promise).toBeHidden();
  for (const control of await controls.all()) await expect(control).toBeHidden();
  await page.getByLabel('Registration').fill(REGISTRATION);
  await page.getByLabel('Name', { exact: true }).fill('Sam ');
  const before = await places();
  await late.letGo();
  await waitForHydration(page);
  await expect(promise).toBeVisible();
  await expect(page.getByText('Your notes are not saved yet')).toBeHidden();
  expect(await controls.count()).toBe(7);
  for (const control of await controls.all()) await expect(control).toBeVisible();
  expect(await places()).toEqual(before);
  await expect(page.getByLabel('Registration')).toHaveValue(REGISTRATION);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Sam ');
});

test('a browser that stores nothing promises nothing', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto('/accident');
  await waitForHydration(page);
  await page.getByLabel('Registration').fill(REGISTRATION);
  await expect(page.getByText('What you type stays on this device')).toHaveCount(0);
  await expect(page.getByText('will not keep your notes after you leave this page')).toBeVisible();
});

test("notes are sent by the visitor's own e-mail or by the device's share sheet", async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.share = async (data) =>
      document.documentElement.setAttribute('data-shared', data?.text ?? '');
  });
  await page.goto('/accident');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'There is nothing to share yet.' }),
  ).toBeVisible();
  await page.getByLabel('Registration').fill(REGISTRATION);
  await page.getByLabel('Colour').fill('Blue');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.locator('html')).toHaveAttribute(
    'data-shared',
    `The other driver\nRegistration: ${REGISTRATION}\nColour: Blue\n\n${PLACEHOLDER_COMPANY.name}: ${TEST_COMPANY.COMPANY_CLAIMS_EMAIL}`,
  );
  const link = page.getByRole('link', { name: 'Email these notes to us' });
  await expect(link).toHaveAttribute('href', /^mailto:.*QX71%20ZZZ/);
});

test('the printout is one sheet, empty for a pen or with the notes as typed', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.goto('/accident');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Print this page' }).last().click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', '');
  await page.emulateMedia({ media: 'print' });
  const card = page.locator('.print-sheet');
  await expect(card).toContainText(
    `${PLACEHOLDER_COMPANY.name} 24-hour helpline: ${TEST_COMPANY.COMPANY_PHONE_24H}`,
  );
  const fields = ACCIDENT_NOTES.flatMap(({ notes }) => notes.map(({ label }) => label));
  await expect(card.getByRole('term')).toHaveText(fields);
  const blanks = card.getByRole('definition');
  await expect(blanks).toHaveText(fields.map(() => ''));
  const heights = await blanks.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
  expect(Math.min(...heights)).toBeGreaterThan(14);
  expect(await sheetsOf(page)).toBe(1);
  await page.emulateMedia({ media: 'screen' });
  await page.getByLabel('Registration').fill(REGISTRATION);
  await page.emulateMedia({ media: 'print' });
  await expect(card.getByText(REGISTRATION)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear' })).toBeHidden();
  expect(await sheetsOf(page)).toBe(1);
});

test('date, time and position come from the device; a refusal keeps what was typed', async ({
  page,
  context,
}) => {
  await page.clock.setFixedTime(new Date(2026, 10, 21, 23, 5));
  await page.goto('/about');
  await waitForHydration(page);
  await page.locator('#site-nav').getByRole('link', { name: 'Accident', exact: true }).click();
  await page.getByRole('button', { name: 'Use today’s date and time' }).click();
  await expect(page.getByLabel('Date')).toHaveValue('2026-11-21');
  await expect(page.getByLabel('Time')).toHaveValue('23:05');
  const location = page.getByLabel('Location');
  const position = page.getByRole('button', { name: 'Use my location' });
  await location.fill('A40 towards Oxford');
  await position.click();
  await expect(page.getByText('We could not find your location. Type the road')).toBeVisible();
  await expect(location).toHaveValue('A40 towards Oxford');
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 51.5074, longitude: -0.1278, accuracy: 11.2 });
  await position.click();
  await expect(location).toHaveValue('A40 towards Oxford\n51.50740, -0.12780 (to within 12 m)');
});
