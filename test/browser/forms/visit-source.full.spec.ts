import { fillForm } from '../callback-form.ts';
import { expect, test } from '../console.ts';
import { waitForHydration } from '../hydrated.ts';

const QUERY = 'utm_source=google&utm_medium=cpc&utm_campaign=autumn%E2%80%8B+van&gclid=click';

test('a request names the advertisement by which the visit began', async ({ page, context }) => {
  await page.goto(`/?${QUERY}`);
  await waitForHydration(page);
  const menu = page.locator('#site-nav');
  await menu.getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL('/about');
  await menu.getByRole('link', { name: 'Accident', exact: true }).click();
  await expect(page).toHaveURL('/accident');
  // A later address changes nothing.
  await page.evaluate(() => history.replaceState(history.state, '', '?utm_source=other'));
  await menu.getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL('/contact');
  await fillForm(page, { name: 'Ada', mobile: '07700 900456', email: 'ada@example.org' });
  const sending = page.waitForRequest('**/contact.php');
  await page.getByRole('button', { name: 'Request a callback' }).click();
  const sent = new URLSearchParams((await sending).postData() ?? '');
  expect(Object.fromEntries([...sent].filter(([name]) => /utm|gcl/.test(name)))).toEqual({
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_campaign: 'autumn van',
  });
  await expect(page.getByText('Thank you! We will contact you shortly.')).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(stored).not.toMatch(/google|cpc|autumn|utm/);
  expect(await context.cookies()).toEqual([]);
});

test('a visit that began without an advertisement names none', async ({ page }) => {
  await page.goto('/contact');
  await waitForHydration(page);
  await fillForm(page, { name: 'Ada', mobile: '07700 900456', email: 'ada@example.org' });
  const sending = page.waitForRequest('**/contact.php');
  await page.getByRole('button', { name: 'Request a callback' }).click();
  expect((await sending).postData()).not.toContain('utm');
});

test('a query changes no byte of a page', async ({ request }) => {
  for (const path of ['/', '/contact']) {
    const [plain, queried] = await Promise.all(
      [path, `${path}?${QUERY}`].map(async (address) => (await request.get(address)).body()),
    );
    expect(queried?.equals(plain as Buffer), path).toBe(true);
  }
});
