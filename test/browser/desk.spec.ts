import { freePort } from '../support/free-port.ts';
import { axeFindings } from './accessibility/axe-findings.ts';
import { expect, test } from './console.ts';
import { OwnSite } from './own-site.ts';

test.use({ httpCredentials: { username: 'desk', password: 'a password of the desk' } });

let site: OwnSite;
let desk: string;

test.beforeAll(async () => {
  const port = await freePort();
  desk = `http://127.0.0.1:${port}`;
  site = await OwnSite.start({
    ADMIN_PORT: String(port),
    DESK_PASSWORD: 'a password of the desk',
    CALLBACK_WEBHOOK_URL: 'http://127.0.0.1:9/',
    CALLBACK_WEBHOOK_SECRET: 'a secret of the webhook',
    LOG_LEVEL: 'fatal',
    CONTACT_RATE_LIMIT: '1000',
  });
  for (let number = 0; number < 22; number++) {
    const body = new URLSearchParams({
      name:
        number === 21 ? 'Maximiliane-Alexandra Featherstonehaugh-Cholmondeley' : `Ann ${number}`,
      mobile: `07700 9001${number + 10}`,
      email: 'a.very.long.address.of.somebody@subdomain.example.com',
      message: 'Rear-ended at the lights.\nThe car does not start.',
    });
    await fetch(`${site.url}/contact.php`, { method: 'POST', body });
  }
});

test.afterAll(() => site.end());

test('staff find whom to ring, mark them as called, and delete after a confirmation', async ({
  page,
}) => {
  await page.goto(`${desk}/callbacks`);
  await expect(page.locator('article')).toHaveCount(20);
  await page.getByRole('link', { name: 'Older requests' }).click();
  await expect(page.locator('article')).toHaveCount(2);
  await page.getByRole('searchbox').fill('900 115');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.locator('article')).toHaveCount(1);
  await page.getByRole('button', { name: /^Mark as called.*Ann 5$/ }).click();
  await expect(page.locator('.state')).toHaveText('Called');
  await page.getByRole('button', { name: /^Mark as not called.*Ann 5$/ }).click();
  await expect(page.locator('.state')).toHaveText('New');
  await page.getByRole('link', { name: /^Delete…/ }).click();
  await page.getByRole('link', { name: 'Keep it' }).click();
  await page.getByRole('link', { name: /^Delete…/ }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('No request has 900 115')).toBeVisible();
});

test('axe finds nothing at the desk in either theme, and nothing scrolls sideways', async ({
  page,
}) => {
  const browser = await page.context().newCDPSession(page);
  const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${desk}/callbacks?mobile=07700+90013`);
    expect(await scrollWidth()).toBeLessThanOrEqual(width);
    expect(await axeFindings(page)).toEqual([]);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    expect(await scrollWidth()).toBeLessThanOrEqual(width);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  }
  await page.goto(`${desk}/callbacks?mobile=07700+900131`);
  await page.getByRole('link', { name: /^Delete…/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete this request?');
  expect(await axeFindings(page)).toEqual([]);
});
