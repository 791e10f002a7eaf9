/**
 * Draws docs/staff/*.png, the steps of docs/staff.md, from a running site on a phone. Run by
 * `npm run artwork` after a change of the desk.
 */
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { OwnSite } from '../../test/browser/own-site.ts';
import { CHROMIUM_ARGS, findChromium } from '../../test/support/chromium.ts';
import { freePort } from '../../test/support/free-port.ts';

const PASSWORD = 'a password for pictures';
const CALLERS = [
  ['Ann Example', '07700 900110'],
  ['Bob Sample', '07700 900123'],
  ['Carol Specimen', '07700 900145'],
] as const;

const port = String(await freePort());
const site = await OwnSite.start({ DESK_PORT: port, DESK_PASSWORD: PASSWORD });
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: CHROMIUM_ARGS,
});
try {
  for (const [name, mobile] of CALLERS)
    await fetch(`${site.url}/contact.php`, {
      method: 'POST',
      body: new URLSearchParams({ name, mobile, email: 'caller@example.com', message: '' }),
    });
  const page = await browser.newPage({
    locale: 'en-GB',
    viewport: { width: 390, height: 640 },
    httpCredentials: { username: 'Dee', password: PASSWORD },
  });
  const take = async (name: string) =>
    sharp(await page.screenshot({ fullPage: true }))
      .png({ palette: true, effort: 10 })
      .toFile(`docs/staff/${name}.png`);

  await page.goto(`http://127.0.0.1:${port}/callbacks`);
  await take('1-to-ring');
  await page.getByRole('link', { name: CALLERS[0][0], exact: true }).click();
  await page.getByRole('radio', { name: 'No answer' }).check();
  await page.getByLabel('Ring again at').fill('2030-01-07T17:15');
  await take('2-what-came-of-it');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').waitFor();
  await take('3-saved');
} finally {
  await browser.close();
  await site.end();
}
