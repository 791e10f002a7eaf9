/** Takes the pictures of the README: Home, the desk and the preview of a post. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { OwnSite } from '../../test/browser/own-site.ts';
import { startContent } from '../../test/fakes/content.ts';
import { blogPost } from '../../test/fakes/entries.ts';
import { doc, p, postCard } from '../../test/fakes/rich-text.ts';
import { launchChromium } from '../../test/support/chromium.ts';
import { freePort } from '../../test/support/free-port.ts';
import { TEST_COMPANY } from '../../test/support/test-company.ts';

const SIZE = { width: 1280, height: 800 };
const WIDTH_PX = 960;
const PASSWORD = 'a password of the desk';
const SECRET = 'the-secret-of-editors';

const CALLERS = [
  ['Amira Khan', '07700 900141', 'Hit from behind at a junction. The car does not start.'],
  ['Tom Ellis', '07700 900142', 'My van is in a recovery yard near Leeds.'],
  ['Grace Obi', '07700 900143', 'Parked car, driver left a note.'],
] as const;

/** A draft with a link to a post that nobody can see yet. */
const DRAFT = blogPost('draft', {
  title: 'Hit while parked: what to do first',
  slug: 'hit-while-parked',
  publishedDate: '2026-11-24',
  author: 'The claims team',
  content: doc(
    p('You come back to your car and somebody has driven into it. Take photos before you move it.'),
    postCard('not-published'),
  ),
});

async function shoot(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({ animations: 'disabled' });
  const file = join('docs', `${name}.png`);
  const { size } = await sharp(picture).resize(WIDTH_PX).png({ palette: true }).toFile(file);
  console.log(`${file}: ${Math.ceil(size / 1000)} kB`);
}

const deskPort = await freePort();
const content = await startContent([DRAFT]);
const site = await OwnSite.start({
  ...TEST_COMPANY,
  DESK_PORT: String(deskPort),
  DESK_PASSWORD: PASSWORD,
});
const browser = await launchChromium();
const page = await browser.newPage({
  viewport: SIZE,
  reducedMotion: 'reduce',
  locale: 'en-GB',
  httpCredentials: { username: 'Ann', password: PASSWORD },
});
try {
  await shoot(page, site.url, 'home');
  for (const [name, mobile, message] of CALLERS) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
    const body = new URLSearchParams({ name, mobile, email, message });
    await fetch(`${site.url}/contact.php`, { method: 'POST', body });
  }
  await shoot(page, `http://127.0.0.1:${deskPort}/callbacks`, 'desk');
  await site.comeBack({
    ...TEST_COMPANY,
    ...content.environment,
    CONTENTFUL_PREVIEW_HOST: content.environment.CONTENTFUL_HOST,
    CONTENTFUL_PREVIEW_TOKEN: 'token',
    PREVIEW_SECRET: SECRET,
  });
  await shoot(page, `${site.url}/preview?secret=${SECRET}&slug=${DRAFT.fields.slug}`, 'preview');
} finally {
  await browser.close();
  await site.end();
  await content.end();
}
