import type { Page } from '@playwright/test';
import { CALLBACK_MESSAGES } from '../../../shared/site/constants.ts';
import { overflow } from '../../engines/layout.ts';
import { startContent } from '../../fakes/content.ts';
import { FakeContentful, makePosts, PREVIEW_TOKEN } from '../../fakes/contentful-stand-in.ts';
import { assetLink, entryLink, otherEntry, tagLink } from '../../fakes/entries.ts';
import { doc, p } from '../../fakes/rich-text.ts';
import { fillForm } from '../callback-form.ts';
import { allowMessage, expect, test } from '../console.ts';
import { waitForHydration } from '../hydrated.ts';
import { OwnSite } from '../own-site.ts';
import { axeFindings } from './axe-findings.ts';

test.use({ viewport: { width: 390, height: 900 } });

async function open(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(path);
  await waitForHydration(page);
}

test('axe finds nothing in the menu of a phone or the dropdown of a wide screen', async ({
  page,
}) => {
  await open(page, '/accident');
  const dropdown = page.getByRole('button', { name: 'Show pages under Replacement Vehicles' });
  const creditHire = page.locator('#site-nav').getByRole('link', { name: 'Credit Hire' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await dropdown.click();
  await expect(creditHire).toBeVisible();
  expect(await axeFindings(page, '.header')).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await waitForHydration(page);
  await dropdown.press('Enter');
  await expect(creditHire).toBeVisible();
  expect(await axeFindings(page, '.header')).toEqual([]);
});

test('axe finds nothing in the form with errors, a mistyped number, refused or sent', async ({
  page,
}) => {
  let answer = { ok: false };
  await page.route('**/contact.php', (route) => route.fulfill({ json: answer }));
  await open(page, '/contact');
  const send = page.getByRole('button', { name: 'Request a callback' });
  await send.click();
  await expect(page.getByRole('alert')).toBeFocused();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await fillForm(page, { name: 'Ada', mobile: '07700', email: 'ada@example.org' });
  await expect(page.getByText('This number has 5 digits.')).toBeVisible();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await send.click();
  await expect(page.getByText(CALLBACK_MESSAGES.rejected)).toBeVisible();
  expect(await axeFindings(page, 'main')).toEqual([]);
  answer = { ok: true };
  await send.click();
  await expect(page.getByText(CALLBACK_MESSAGES.sent)).toBeVisible();
  expect(await axeFindings(page, 'main')).toEqual([]);
});

test('axe finds nothing on the blog while it loads, empty or without a connection', async ({
  page,
  context,
  consoleMessages,
}) => {
  await open(page, '/about');
  // Without a pointer, under which links would come to lie: they fetch their pages.
  const showBlog = async () => {
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await page.locator('#site-nav').getByRole('link', { name: 'Blogs' }).press('Enter');
  };
  await page.route('**/api/posts', () => {});
  await showBlog();
  await expect(page.getByText('Loading...')).toBeVisible();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await page.route('**/api/posts', (route) =>
    route.fulfill({ json: { posts: [], page: 1, pageCount: 1 } }),
  );
  await open(page, '/about');
  await showBlog();
  await expect(page.getByText('There are no posts yet.')).toBeVisible();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Terms & Conditions' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  expect(await axeFindings(page, 'main')).toEqual([]);
  allowMessage(consoleMessages, /ERR_INTERNET_DISCONNECTED/);
});

test('axe finds nothing on the accident page with ticks, undo and a refused position', async ({
  page,
}) => {
  await open(page, '/accident');
  await page.getByLabel('Stay calm: Done').check();
  await page.getByLabel('Registration').fill('AB12 CDE');
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(page.getByText('We could not find your location.')).toBeVisible();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('Your notes and ticks are cleared.')).toBeVisible();
  expect(await axeFindings(page, 'main')).toEqual([]);
});

test('axe finds nothing on a tag page and in the search, which fit a narrow screen', async ({
  page,
}) => {
  const metadata = { tags: ['creditHire', 'replacementVehicles', 'law'].map(tagLink) };
  const content = await startContent(makePosts(50).map((entry) => ({ ...entry, metadata })));
  const site = await OwnSite.start(content.environment);
  for (const path of ['/blogs/tags/law', '/blogs', '/blogs/post-1', '/search?q=text', '/search']) {
    await page.goto(site.url + path);
    expect(await axeFindings(page), path).toEqual([]);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await page.evaluate(overflow), path).toBe(0);
  }
  await site.end(page);
  await content.end();
});

test('axe finds nothing on a content page with all its parts and on a faulty draft', async ({
  page,
}) => {
  const service = new FakeContentful();
  await service.goUp();
  service.contentTypes.push('page', 'question', 'testimonial');
  const fields = {
    title: 'Accident management in Manchester',
    slug: 'manchester',
    summary: 'Recovery, storage and a car to drive.',
    image: assetLink('day-truck'),
    content: doc(p('We collect your car.')),
    questions: ['when', 'where'].map(entryLink),
    group: 'Areas',
    area: 'Manchester',
    ending: 'Call',
  };
  service.entries.push(
    otherEntry('page', 'town', fields),
    otherEntry('page', 'guide', { ...fields, slug: 'guide', group: 'Guides', ending: 'Form' }),
    otherEntry('question', 'when', { question: 'When do you come?', answer: 'At any hour.' }),
    otherEntry('question', 'where', { question: 'Where do you go?', answer: 'To your address.' }),
  );
  service.drafts = [
    otherEntry('page', 'draft', { ...fields, image: assetLink('none'), group: 'Towns' }),
  ];
  const site = await OwnSite.start({
    ...service.environment,
    CONTENTFUL_PREVIEW_HOST: service.origin,
    CONTENTFUL_PREVIEW_TOKEN: PREVIEW_TOKEN,
    PREVIEW_SECRET: 'the-secret-of-editors',
  });
  for (const path of ['/manchester', '/guide', '/preview?secret=the-secret-of-editors&id=draft'])
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(site.url + path);
      await page.locator('summary').first().click();
      expect(await axeFindings(page), `${path} at ${width} px`).toEqual([]);
      expect(await page.evaluate(overflow), path).toBe(0);
    }
  await site.end(page);
  await service.goDown();
});
