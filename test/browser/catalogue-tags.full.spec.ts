import type { Page } from '@playwright/test';
import { startContent } from '../stand-ins/content.ts';
import { somePosts } from '../stand-ins/contentful-stand-in.ts';
import { tagLink } from '../stand-ins/entries.ts';
import { axeFindings } from './accessibility/axe-findings.ts';
import { expect, test } from './console.ts';
import { hydrated } from './hydrated.ts';
import { OwnSite } from './own-site.ts';

const WIDTHS = [320, 390, 768];
const TAGS = ['creditHire', 'replacementVehicles', 'atTheRoadside', 'law'].map(tagLink);

async function expectReadable(page: Page, url: string): Promise<void> {
  await page.goto(url);
  expect(await axeFindings(page), url).toEqual([]);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, `${url} at ${width}`).toBe(width);
  }
}

test('a tag leads from the list and from a post to its posts, a search finds posts, and all of it is readable in both themes and at every width', async ({
  page,
}) => {
  const entries = somePosts(50).map((entry) => ({ ...entry, metadata: { tags: TAGS } }));
  const content = await startContent(entries);
  const site = await OwnSite.start(content.environment);
  for (const start of ['/blogs', '/blogs/post-2']) {
    await page.goto(site.url + start);
    await hydrated(page); // or the load that follows cuts off scripts on their way
    await page.getByRole('list', { name: 'Tags' }).getByText('At the roadside').click();
    await expect(page).toHaveURL(`${site.url}/blogs/tags/at-the-roadside`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('At the roadside');
  }
  await page.getByRole('link', { name: 'Older posts' }).click();
  await expect(page.getByRole('article')).toHaveCount(20);
  await page.goto(`${site.url}/blogs`);
  await page.getByLabel('Search our blog').fill('text 33');
  // What is found was copied into the database behind the first answer.
  await expect(async () => {
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('article')).toHaveText([/Post 33/], { timeout: 1000 });
  }).toPass();
  for (const path of [
    '/blogs/tags/law/page/2',
    '/blogs',
    '/blogs/post-1',
    '/search?q=text',
    '/search?q=nothing',
  ])
    await expectReadable(page, site.url + path);
  await site.end(page);
  await content.end();
});
