import { startContent } from '../../fakes/content.ts';
import { HOSTILE_COMPANY, hostileEmbeds, hostileEntries } from '../../fakes/hostile.ts';
import { allowMessage, expect, test } from '../console.ts';
import { waitForHydration } from '../hydrated.ts';
import { OwnSite } from '../own-site.ts';

const PATHS = ['/', '/contact', '/terms', '/blogs', '/blogs/hostile', '/no-such-page'];

test('hostile facts and posts run nothing and make no element, even after hydration', async ({
  page,
  consoleMessages,
}) => {
  const content = await startContent(hostileEntries(), { Entry: hostileEmbeds() });
  const site = await OwnSite.start({ ...HOSTILE_COMPANY, ...content.environment });
  await page.addInitScript(() => {
    Object.assign(window, { pwned: () => Object.assign(window, { wasPwned: true }) });
  });
  page.on('dialog', (dialog) => consoleMessages.push(`a dialog: ${dialog.message()}`));
  for (const path of PATHS) {
    await page.goto(site.url + path);
    await waitForHydration(page);
    if (path === '/no-such-page') allowMessage(consoleMessages, '404');
    expect(await page.evaluate(() => 'wasPwned' in window), path).toBe(false);
    await expect(
      page.locator(
        'pwned-tag, pwned-slug, [onpwned], img[src="x"], a[href^="javascript" i], a[href^="data" i]',
      ),
      path,
    ).toHaveCount(0);
    await expect(page.locator('body')).toContainText('<pwned-tag onpwned=1>');
  }
  await page.goto(`${site.url}/blogs`);
  await waitForHydration(page);
  await page.locator('main a[href="/blogs/hostile"]').first().click();
  await expect(page.locator('h1')).toContainText('<pwned-tag onpwned=1>');
  expect(await page.evaluate(() => 'wasPwned' in window)).toBe(false);
  await site.end(page);
  await content.end();
});

test('markup and scripts that a script writes are refused', async ({ page, consoleMessages }) => {
  await page.goto('/');
  await waitForHydration(page);
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
  expect(refused).toEqual([true, true, true]);
  allowMessage(consoleMessages, /trusted/i);
});
