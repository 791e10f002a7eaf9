import { startContent } from '../../stand-ins/content.ts';
import { HOSTILE_COMPANY, hostileEmbeds, hostileEntries } from '../../stand-ins/hostile.ts';
import { expect, forget, test } from '../console.ts';
import { hydrated } from '../hydrated.ts';
import { OwnSite } from '../own-site.ts';

const PATHS = ['/', '/contact', '/terms', '/blogs', '/blogs/hostile', '/no-such-page'];

const INJECTED = `<script>window.wasPwned = true</script>
  <script src="https://evil.example/x.js"></script>
  <img src="/none.png" onerror="window.wasPwned = true">
  <a id="bait" href="javascript:window.wasPwned=true">x</a>`;

test('hostile facts and posts run nothing and make no element, before and after React takes over', async ({
  page,
  consoleMessages,
}) => {
  const content = await startContent(hostileEntries(), { Entry: hostileEmbeds() });
  const site = await OwnSite.start({ ...HOSTILE_COMPANY, ...content.environment });
  try {
    await page.addInitScript(() => {
      Object.assign(window, { pwned: () => Object.assign(window, { wasPwned: true }) });
    });
    page.on('dialog', (dialog) => consoleMessages.push(`a dialog: ${dialog.message()}`));
    for (const path of PATHS) {
      await page.goto(site.url + path);
      await hydrated(page);
      if (path === '/no-such-page') forget(consoleMessages, '404');
      expect(await page.evaluate(() => 'wasPwned' in window), path).toBe(false);
      await expect(
        page.locator(
          'pwned-tag, pwned-slug, [onpwned], img[src="x"], a[href^="javascript" i], a[href^="data" i]',
        ),
        path,
      ).toHaveCount(0);
      if (path === '/blogs/hostile') await expect(page.locator('.rich__code')).toHaveCount(1);
      await expect(page.locator('body')).toContainText('<pwned-tag onpwned=1>');
    }
    await page.goto(`${site.url}/blogs`);
    await hydrated(page);
    await page.locator('main a[href="/blogs/hostile"]').first().click();
    await expect(page.locator('h1')).toContainText('<pwned-tag onpwned=1>');
    expect(await page.evaluate(() => 'wasPwned' in window)).toBe(false);
  } finally {
    await site.end(page);
    await content.end();
  }
});

test('a script that does get into a page is not run: the policy is enforced', async ({
  page,
  consoleMessages,
}) => {
  // Written by the server: what scripts write is stopped earlier (trusted-types.full.spec.ts).
  await page.route('/about', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(/<script type="module"[^>]*>/, '<script>');
    await route.fulfill({ response, body: text.replace('</body>', `${INJECTED}</body>`) });
  });
  await page.goto('/about');
  await page.evaluate(() => document.getElementById('bait')?.click());
  await expect
    .poll(() => consoleMessages.filter((text) => text.includes('Content Security Policy')).length)
    .toBeGreaterThanOrEqual(4);
  expect(await page.evaluate(() => 'wasPwned' in window)).toBe(false);
  forget(consoleMessages, /Content Security Policy|404/);
});
