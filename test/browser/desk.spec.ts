import { freePort } from '../support/free-port.ts';
import { axeFindings } from './accessibility/axe-findings.ts';
import { expect, test } from './console.ts';
import { OwnSite } from './own-site.ts';

// One worker, and with it one site, for all of them.
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
      name:
        number === 21 ? 'Maximiliane-Alexandra Featherstonehaugh-Cholmondeley' : `Caller ${number}`,
      mobile: number === 22 ? '+44 (0)7700 900 122 ext. 12345' : `07700 9001${number + 10}`,
      email: `a.very.long.address.of.somebody.${number}@subdomain.example.com`,
      message: 'Rear-ended at the lights.\nThe car does not start.',
      ...(number > 26 && { website: 'https://spam.example' }),
    });
    await fetch(`${site.url}/contact.php`, { method: 'POST', body });
  }
});

test.afterAll(() => site.end());

const rows = '.row';

test('staff find whom to ring, write down what came of it, undo it, and delete after a question', async ({
  page,
}) => {
  await page.goto(`${desk}/callbacks`);
  await expect(page.locator(rows)).toHaveCount(27);
  await expect(page).toHaveTitle(/^\(27\) To ring/);
  await page.getByRole('searchbox').fill('0044 7700 900115');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.locator(rows)).toHaveCount(1);
  await page.getByRole('link', { name: 'Caller 5', exact: true }).click();
  await page.getByRole('radio', { name: 'No answer' }).check();
  await page.getByRole('textbox', { name: 'Note' }).fill('at work until five');
  await page.getByLabel('Ring again at').fill('2099-11-22T17:15');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('saved by Ann');
  await expect(page).toHaveTitle(/^\(26\) To ring/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveTitle(/^\(27\) To ring/);
  await page.getByRole('link', { name: 'Suspected' }).click();
  await expect(page.locator(rows)).toHaveCount(3);
  await page.getByRole('link', { name: 'Caller 29', exact: true }).click();
  await page.getByRole('link', { name: 'Delete…' }).click();
  await page.getByRole('link', { name: 'Keep it' }).click();
  await page.getByRole('link', { name: 'Caller 29', exact: true }).click();
  await page.getByRole('link', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveTitle(/^\(2\) Suspected/);
});

for (const javaScriptEnabled of [true, false])
  test(`the desk says from which page a form came, scripts ${javaScriptEnabled ? 'on' : 'off'}`, async ({
    browser,
    page,
  }) => {
    const name = `Scripts ${javaScriptEnabled ? 'on' : 'off'}`;
    const context = await browser.newContext({ javaScriptEnabled });
    const visitor = await context.newPage();
    await visitor.goto(`${site.url}/?utm=x#contact`);
    await visitor.getByLabel('Your name *').fill(name);
    await visitor.getByLabel('Mobile Number *').fill('07700 900123');
    await visitor.getByLabel('Your e-mail *').fill('zoe@example.org');
    await visitor.getByRole('button', { name: 'Request a callback' }).click();
    await expect(visitor.getByText('Thank you!')).toBeVisible();
    await context.close();
    await page.goto(`${desk}/callbacks?view=all`);
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.locator('.facts > div').filter({ hasText: 'Page' })).toHaveText('Page/');
    await page.getByRole('link', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
  });

test('two who write at once lose nothing: the second sees both', async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${desk}/callbacks`);
    await tab.getByRole('link', { name: 'Caller 6', exact: true }).click();
  }
  await page.getByRole('textbox', { name: 'Note' }).fill('the note of the first');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await other.getByRole('textbox', { name: 'Note' }).fill('the note of the second');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByRole('alert')).toContainText('the note of the first');
  await expect(other.getByRole('textbox', { name: 'Note' })).toHaveValue('the note of the second');
  expect(await axeFindings(other)).toEqual([]);
});

test('with the keyboard alone a call takes five keys: one Tab from the list to the first name, then from one to the next', async ({
  page,
}) => {
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  await page.goto(`${desk}/callbacks`);
  await keys('Tab');
  await expect(page.locator(rows).first().getByRole('link').first()).toBeFocused();
  const number = page.locator('.facts__number');
  await keys('Enter');
  await expect(number).toBeFocused();
  // From the number, which Enter would ring, to the outcomes; Enter there saves.
  await keys('Tab', 'ArrowDown', 'Enter');
  await expect(page.getByRole('status')).toContainText('Reached');
  await expect(number).toBeFocused();
  await keys('Tab', 'ArrowDown', 'ArrowDown');
  await expect(page.getByRole('radio', { name: 'No answer' })).toBeChecked();
  await keys('Tab');
  await page.keyboard.type('at work');
  await keys('Tab', 'Enter');
  await expect(page.getByRole('status')).toContainText('Again');
  await expect(number).toBeFocused();
});

test('axe finds nothing at the desk in either theme, and nothing scrolls sideways', async ({
  page,
}) => {
  const browser = await page.context().newCDPSession(page);
  const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
  const look = async (width: number) => {
    expect(await scrollWidth()).toBeLessThanOrEqual(width);
    if (width === 390) expect(await axeFindings(page)).toEqual([]);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    expect(await scrollWidth()).toBeLessThanOrEqual(width);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  };
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${desk}/callbacks?view=all`);
    await look(width);
    await page.getByRole('link', { name: /^Maximiliane/ }).click();
    await look(width);
    await page.getByRole('link', { name: 'Delete…' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete this request?');
    await look(width);
  }
});

test('on a phone a request takes two lines, and its number is a target for a thumb', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${desk}/callbacks`);
  for (const row of await page.locator(rows).filter({ hasNotText: 'ext.' }).all())
    expect((await row.boundingBox())?.height).toBeLessThan(110);
  const number = await page.locator('a.row__number').first().boundingBox();
  expect(number?.height).toBeGreaterThanOrEqual(40);
});
