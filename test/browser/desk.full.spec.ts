import { freePort } from '../support/free-port.ts';
import { callbackFields } from '../support/typed.ts';
import { axeFindings } from './accessibility/axe-findings.ts';
import { fillForm } from './callback-form.ts';
import { expect, test } from './console.ts';
import { OwnSite } from './own-site.ts';

// One worker, and with it one site, for all of them, in their order: what comes later adds requests.
test.describe.configure({ mode: 'default' });
test.use({ httpCredentials: { username: 'Ann', password: 'a password of the desk' } });

let site: OwnSite;
let desk: string;

test.beforeAll(async () => {
  const port = await freePort();
  desk = `http://127.0.0.1:${port}`;
  site = await OwnSite.start({
    DESK_PORT: String(port),
    DESK_PASSWORD: 'a password of the desk',
    CALLBACK_WEBHOOK_URL: 'http://127.0.0.1:9/',
    CALLBACK_WEBHOOK_SECRET: 'a secret of the webhook',
    LOG_LEVEL: 'fatal',
    CONTACT_RATE_LIMIT: '1000',
  });
  for (let number = 0; number < 30; number++) {
    const body = new URLSearchParams({
      ...callbackFields({
        name:
          number === 21
            ? 'Maximiliane-Alexandra Featherstonehaugh-Cholmondeley'
            : `Caller ${number}`,
        mobile: number === 22 ? '+44 (0)7700 900 122 ext. 12345' : `07700 9001${number + 10}`,
        email: `a.very.long.address.of.somebody.${number}@subdomain.example.com`,
        message: 'Rear-ended at the lights.\nThe car does not start.',
      }),
      ...(number > 26 && { website: 'https://spam.example' }),
    });
    await fetch(`${site.url}/contact.php`, { method: 'POST', body });
  }
});

test.afterAll(() => site.end());

test('the desk passes axe in both themes and fits phones and text of any size', async ({
  page,
}) => {
  const browser = await page.context().newCDPSession(page);
  const look = async () => {
    expect(await axeFindings(page)).toEqual([]);
    for (const standard of [32, 16]) {
      await browser.send('Page.setFontSizes', { fontSizes: { standard } });
      for (const width of [320, 768, 1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(scrollWidth, `${width} px, text of ${standard} px`).toBeLessThanOrEqual(width);
      }
    }
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${desk}/callbacks`);
  await look();
  const heights = await page
    .locator('.row')
    .filter({ hasNotText: 'ext.' })
    .evaluateAll((rows) => rows.map(({ clientHeight }) => clientHeight));
  expect(Math.max(...heights)).toBeLessThan(110);
  const number = await page.locator('a.row__number').first().boundingBox();
  expect(number?.height).toBeGreaterThanOrEqual(40);
  await page.getByRole('link', { name: 'Search' }).click();
  await page.getByLabel('Search by part').fill('maxi chol');
  await look();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “maxi chol”');
  await look();
  await page.getByRole('link', { name: /^Maximiliane/ }).click();
  await look();
  await page.getByRole('link', { name: 'Delete…' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete this request?');
  await look();
  await page.goto(`${desk}/callbacks/counts`);
  await look();
});

test('numbers of the week stand under their headings at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${desk}/callbacks/counts`);
  const columns = await page.locator('.counts').evaluateAll((tables) =>
    tables.map((table) => {
      const edges = Array.from(table.querySelectorAll('tr'), ({ cells }) =>
        Array.from(cells, (cell) => Math.round(cell.getBoundingClientRect().right)).join(),
      );
      return new Set(edges).size;
    }),
  );
  expect(columns.length).toBeGreaterThan(2);
  expect(new Set(columns)).toEqual(new Set([1]));
});

test('the desk says from which page a form came, with scripts and without', async ({
  browser,
  page,
}) => {
  for (const [name, javaScriptEnabled] of [
    ['Scripts on', true],
    ['Scripts off', false],
  ] as const) {
    const context = await browser.newContext({ javaScriptEnabled });
    const visitor = await context.newPage();
    await visitor.goto(`${site.url}/?utm=x#contact`);
    await fillForm(visitor, { name, mobile: '07700 900123', email: 'zoe@example.org' });
    await visitor.getByRole('button', { name: 'Request a callback' }).click();
    await expect(visitor.getByText('Thank you!')).toBeVisible();
    await context.close();
    await page.goto(`${desk}/callbacks?view=all`);
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.locator('.facts > div').filter({ hasText: 'Sent from page' })).toHaveText(
      'Sent from page/',
    );
  }
});

test('with the keyboard alone a call takes five keys', async ({ page }) => {
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  await page.goto(`${desk}/callbacks`);
  await keys('Tab');
  await expect(page.locator('.row').first().getByRole('link').first()).toBeFocused();
  const number = page.locator('.facts__number');
  await keys('Enter');
  await expect(number).toBeFocused();
  // From the number, which Enter would ring, to the outcomes; Enter there saves.
  await keys('Tab', 'ArrowDown', 'Enter');
  await expect(page.getByRole('status')).toContainText('Spoke to them');
  await expect(number).toBeFocused();
  await keys('Tab', 'ArrowDown', 'ArrowDown');
  await expect(page.getByRole('radio', { name: 'No answer' })).toBeChecked();
  await keys('Tab');
  await page.keyboard.type('at work');
  await keys('Tab', 'Enter');
  await expect(page.getByRole('status')).toContainText('Call again');
  await expect(number).toBeFocused();
});
