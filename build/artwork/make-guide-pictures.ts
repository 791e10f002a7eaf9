/**
 * Draws docs/staff/*.png and docs/editors/*.png, the steps of docs/staff.md and docs/editors.md, from
 * a running site. Run by `npm run artwork` after a change of what they show.
 */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { OwnSite } from '../../test/browser/own-site.ts';
import { startContent } from '../../test/stand-ins/content.ts';
import { blogPost, sampleAssets, sampleEntries } from '../../test/stand-ins/entries.ts';
import { doc, p } from '../../test/stand-ins/rich-text.ts';
import { launchChromium } from '../../test/support/chromium.ts';
import { freePort } from '../../test/support/free-port.ts';

const PASSWORD = 'a password for pictures';
const CALLERS = [
  ['Ann Example', '07700 900110'],
  ['Bob Sample', '07700 900123'],
  ['Carol Specimen', '07700 900145'],
] as const;

/** The samples, and as many more as a blog with a search has. */
const POSTS = [
  ...sampleEntries.map((entry) => ({ ...entry, fields: { ...entry.fields, tags: ['Claims'] } })),
  ...Array.from({ length: 40 }, (_, index) =>
    blogPost(`older-${index}`, {
      title: `An older post, number ${40 - index}`,
      slug: `older-${40 - index}`,
      publishedDate: `2020-01-01T00:00:${59 - index}Z`,
      content: doc(p('A post about credit hire.')),
    }),
  ),
];
const POST = POSTS[0]?.fields.slug;
const SECRET = 'a secret for pictures';

const content = await startContent(POSTS, { Asset: sampleAssets });
const port = String(await freePort());
const site = await OwnSite.start({
  ...content.environment,
  CONTENTFUL_PREVIEW_HOST: content.environment.CONTENTFUL_HOST,
  CONTENTFUL_PREVIEW_TOKEN: 'token',
  PREVIEW_SECRET: SECRET,
  DESK_PORT: port,
  DESK_PASSWORD: PASSWORD,
});
const DESK = `http://127.0.0.1:${port}/callbacks`;

/** Each picture, and what leads to it from the one before. */
const SHOTS: Record<string, (page: Page) => Promise<unknown>> = {
  'staff/1-to-ring': (page) => page.goto(DESK),
  async 'staff/2-what-came-of-it'(page) {
    await page.getByRole('link', { name: CALLERS[0][0], exact: true }).click();
    await page.getByRole('radio', { name: 'No answer' }).check();
    await page.getByLabel('Ring again at').fill('2030-01-07T17:15');
  },
  async 'staff/3-saved'(page) {
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').waitFor();
  },
  'editors/1-preview': (page) => page.goto(`${site.url}/preview?secret=${SECRET}&slug=${POST}`),
  'editors/2-post': (page) => page.goto(`${site.url}/blogs/${POST}`),
  'editors/3-list': (page) => page.goto(`${site.url}/blogs`),
  'editors/4-tag': (page) => page.goto(`${site.url}/blogs/tags/claims`),
  'editors/5-search': (page) => page.goto(`${site.url}/search?q=credit+hire`),
};

const browser = await launchChromium();
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
  for (const [name, lead] of Object.entries(SHOTS)) {
    await mkdir(dirname(`docs/${name}`), { recursive: true });
    await lead(page);
    await sharp(await page.screenshot({ fullPage: name.startsWith('staff/') }))
      .png({ palette: true, effort: 10 })
      .toFile(`docs/${name}.png`);
  }
} finally {
  await browser.close();
  await site.end();
  await content.end();
}
