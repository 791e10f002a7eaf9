import { startContent } from '../stand-ins/content.ts';
import { somePosts } from '../stand-ins/contentful-stand-in.ts';
import { tagLink } from '../stand-ins/entries.ts';
import { axeFindings } from './accessibility/axe-findings.ts';
import { expect, test } from './console.ts';
import { OwnSite } from './own-site.ts';

const TAGS = ['creditHire', 'replacementVehicles', 'atTheRoadside', 'law'].map(tagLink);

test('a tag leads from the list and from a post to its posts, readable in both themes and at every width', async ({
  page,
}) => {
  const entries = somePosts(30).map((entry) => ({ ...entry, metadata: { tags: TAGS } }));
  const content = await startContent(entries);
  const site = await OwnSite.start(content.environment);
  for (const start of ['/blogs', '/blogs/post-2']) {
    await page.goto(site.url + start);
    await page.getByRole('list', { name: 'Tags' }).getByText('At the roadside').click();
    await expect(page).toHaveURL(`${site.url}/blogs/tags/at-the-roadside`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('At the roadside');
  }
  await page.getByRole('link', { name: 'Older posts' }).click();
  await expect(page.getByRole('article')).toHaveCount(10);
  for (const path of ['/blogs/tags/law/page/2', '/blogs', '/blogs/post-1']) {
    await page.goto(site.url + path);
    expect(await axeFindings(page), path).toEqual([]);
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${path} at ${width}`).toBe(width);
    }
  }
  await site.end();
  await content.end();
});
