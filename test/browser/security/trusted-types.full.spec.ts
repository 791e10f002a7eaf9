import { ROUTES } from '../../../shared/addresses.ts';
import { expect, forget, test } from '../console.ts';
import { hydrated } from '../hydrated.ts';

const PATHS = [
  ...ROUTES.map(({ path }) => path).filter((path) => !path.includes(':')),
  '/no-such-page',
];

test("Trusted Types stand in no page's way, and markup that a script writes is refused", async ({
  page,
  consoleMessages,
}) => {
  for (const path of PATHS) {
    await page.goto(path);
    await hydrated(page);
    const refused = await page.evaluate(() => {
      const refuses = (write: () => void) => {
        try {
          write();
          return false;
        } catch (error) {
          return error instanceof TypeError;
        }
      };
      return [
        refuses(() => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>')),
        refuses(() => (document.createElement('script').src = '/other.js')),
        refuses(() => (document.createElement('script').text = 'alert(1)')),
      ];
    });
    expect(refused, path).toEqual([true, true, true]);
  }
  forget(consoleMessages, /404|Trusted|trusted/);
});

test('a walk through the site without a load writes nothing that Trusted Types refuse', async ({
  page,
}) => {
  await page.goto('/');
  await hydrated(page);
  for (const path of ['/blogs', '/about', '/contact', '/blogs']) {
    await page.locator(`header a[href="${path}"], footer a[href="${path}"]`).first().click();
    await expect(page).toHaveURL(path);
    await expect(page.locator('h1')).toHaveCount(1);
  }
  await page.locator('main a[href^="/blogs/"]').first().click();
  await expect(page.locator('main article, main h1').first()).toBeVisible();
});
