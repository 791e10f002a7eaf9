import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

const REGISTRATION = 'QX71 ZZZ';

test('notes and ticks stay on the device until they are cleared, which can be undone', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) =>
    sent.push(decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`)),
  );
  await page.goto('/accident');
  await waitForHydration(page);
  await expect(page.getByText('Nothing is sent to us unless you send it yourself.')).toBeVisible();
  const registration = page.getByLabel('Registration');
  const calm = page.getByLabel('Stay calm: Done');
  await registration.fill(REGISTRATION);
  await page.getByLabel('How it happened').fill('They pulled out of a side road.\nI braked.');
  await calm.focus();
  await page.keyboard.press('Space');
  await page.reload();
  await waitForHydration(page);
  await expect(registration).toHaveValue(REGISTRATION);
  await expect(calm).toBeChecked();
  await expect(page.getByLabel('Report to the police anyway: Done')).not.toBeChecked();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(registration).toHaveValue('');
  await expect(calm).not.toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(registration).toHaveValue(REGISTRATION);
  await expect(calm).toBeChecked();
  await page.getByRole('button', { name: 'Clear' }).click();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.reload();
  await waitForHydration(page);
  await expect(registration).toHaveValue('');
  expect(sent.length).toBeGreaterThan(3);
  expect(
    sent.filter((request) => request.includes(REGISTRATION) || request.includes('side road')),
  ).toEqual([]);
});
