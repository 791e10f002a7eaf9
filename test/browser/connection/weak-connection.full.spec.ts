import { fillForm } from '../callback-form.ts';
import { allowMessage, expect, test } from '../console.ts';
import { PAGES } from '../every-page.ts';
import { createGate } from './late.ts';

test('the phone number can be tapped when nothing but the page itself has arrived', async ({
  page,
  consoleMessages,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/*', (route) =>
    route.request().isNavigationRequest() ? route.continue() : undefined,
  );
  for (const path of PAGES) {
    await page.goto(path, { waitUntil: 'commit' });
    const call = page.locator('header a[href^="tel:"]');
    await call.click({ trial: true }); // there, in view, not covered, and still
    expect((await call.boundingBox())?.height, path).toBeGreaterThanOrEqual(44);
  }
  allowMessage(consoleMessages, '404');
});

test('the form of Home works as plain HTML when its code cannot be loaded', async ({
  page,
  consoleMessages,
}) => {
  const refused = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/static/js/CallbackSection-'),
  );
  await page.route('**/static/js/CallbackSection-*.js', (route) => route.abort());
  await page.goto('/');
  await page.keyboard.press('Shift');
  await refused;
  await fillForm(page, { name: 'Ada Lovelace', mobile: '07700 900456', email: 'ada@example.org' });
  await page.getByRole('button', { name: 'Request a callback' }).click();
  await expect(page).toHaveURL('/contact.php');
  await expect(page.getByText('Thank you! We will contact you shortly.')).toBeVisible();
  allowMessage(consoleMessages, /ERR_FAILED|dynamically imported/);
});

test('following a link or sending the form stops the download of the scripts', async ({ page }) => {
  const scripts = createGate();
  await page.route('**/static/js/hydrate-*.js', scripts.hold);
  for (const [path, leave, target] of [
    ['/', () => page.locator('.hero a[href="/accident"]').click(), '/accident'],
    ['/contact', () => page.locator('form [type="submit"]').click(), '/contact.php'],
  ] as const) {
    const late = createGate();
    await page.route(`**${target}`, late.hold);
    const asked = page.waitForRequest('**/static/js/hydrate-*.js');
    await page.goto(path);
    await fillForm(page, {});
    await page.keyboard.press('Shift');
    await asked;
    const stopped = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/static/js/hydrate-'),
    );
    const left = leave();
    await stopped; // and not by the next page, which is still awaited
    await late.letGo();
    await left;
    await expect(page).toHaveURL(target);
  }
});

test('begun notes load the scripts of a loading page; links and forms do not', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route('**/*.woff2', createGate().hold); // the page goes on loading
  await page.goto('/accident', { waitUntil: 'domcontentloaded' });
  for (const element of await page.locator('footer a[href="/terms"], form [name="name"]').all()) {
    await element.hover();
    await element.press('Shift');
  }
  await page.evaluate(() => fetch('/healthz')); // what was asked for before is known then
  expect(asked.filter((url) => url.endsWith('.js'))).toEqual([expect.stringContaining('/index-')]);
  const scripts = page.waitForRequest('**/static/js/hydrate-*.js');
  await page.locator('textarea').first().focus();
  await scripts;
});
