import type { Page, Route } from '@playwright/test';
import { startContent } from '../stand-ins/content.ts';
import { type AssetItem, assetLink, blogPost } from '../stand-ins/entries.ts';
import { doc, h, link, p, asset as picture, postCard } from '../stand-ins/rich-text.ts';
import { axeFindings } from './accessibility/axe-findings.ts';
import { expect, test } from './console.ts';
import { hydrated } from './hydrated.ts';
import { OwnSite } from './own-site.ts';

function asset(id: string, host: string, width: number, fileName: string): AssetItem {
  const time = { createdAt: '', updatedAt: '', locale: 'en' };
  const contentType = fileName.endsWith('.svg') ? 'image/svg+xml' : 'image/jpeg';
  const details = { size: 9, image: { width, height: width / 2 } };
  const file = {
    url: `//${host}.ctfassets.net/s/${id}/${fileName}`,
    fileName,
    contentType,
    details,
  };
  return {
    sys: { type: 'Asset', id, ...time },
    fields: { title: fileName.replace(/\..*/, ''), description: '', file },
  };
}

const ASSETS = [
  asset('cover', 'images', 1600, 'IMG_1.jpg'),
  asset('eu', 'images.eu', 1600, 'IMG_2.jpg'),
  asset('secure', 'images.secure', 1600, 'IMG_3.jpg'),
  asset('large', 'downloads', 1600, 'IMG_4.jpg'),
  asset('small', 'images', 64, 'IMG_5.jpg'),
  asset('drawing', 'images', 300, 'plan.svg'),
];
const other = (id: string, fields: object) => ({
  sys: { type: 'Entry', id, contentType: { sys: { id } } },
  fields,
});
const EMBEDDED = [
  other('codeBlock', {
    code: 'const a = 1;\n  const b = "a line that is far longer than a phone is wide, so that it scrolls";',
    language: 'ts',
  }),
  other('videoEmbed', {
    title: 'How to swap details',
    embedUrl: 'https://www.youtube.com/embed/x',
  }),
  other('recipe', { title: 'Something else', minutes: 5 }),
];
const POST = blogPost('real', {
  title: 'A post of a real space',
  slug: 'real',
  publishedDate: '2025-05-05T08:00:00.000Z',
  author: 'An Editor',
  excerpt: 'Short.',
  featuredImage: assetLink('cover'),
  content: doc(
    p('Before the first heading.'),
    h(2, 'The first heading'),
    p('Ring ', link('020 7946 0123', 'us'), ', see ', link('www.gov.uk', 'the law'), '.'),
    ...ASSETS.slice(1).map(({ sys }) => picture(sys.id)),
    h(4, 'A heading two levels lower'),
    ...EMBEDDED.map(({ sys }) => postCard(sys.id)),
  ),
});
const OTHERS = [1, 2, 3, 4].map((day) =>
  blogPost(`other-${day}`, {
    title: `Another post, number ${day}, with a title of a usual length`,
    slug: `other-${day}`,
    publishedDate: `2025-04-0${day}`,
    excerpt: 'Short.',
    featuredImage: assetLink(day === 1 ? 'small' : 'cover'),
  }),
);

/** A picture of the width that was asked for. */
async function answerPicture(route: Route): Promise<void> {
  const width = Number(new URL(route.request().url()).searchParams.get('w') ?? 300);
  const size = `width="${width}" height="${width / 2}"`;
  const body = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="teal"/></svg>`;
  await route.fulfill({ contentType: 'image/svg+xml', body });
}

/** A site over a space like those that editors have. */
async function withRealSpace(page: Page, use: (site: OwnSite) => Promise<void>): Promise<void> {
  const content = await startContent([POST, ...OTHERS], { Asset: ASSETS, Entry: EMBEDDED });
  const site = await OwnSite.start(content.environment);
  try {
    await page.route('**://*.ctfassets.net/**', answerPicture);
    await use(site);
  } finally {
    await site.end(page);
    await content.end();
  }
}

test('pictures of every region load on a site under http, none is enlarged, and embeds are shown', async ({
  page,
}) => {
  await withRealSpace(page, async (site) => {
    await page.goto(`${site.url}/blogs`);
    await hydrated(page);
    await page.getByRole('link', { name: /Read More: A post of a real space/ }).click();
    await expect(page.locator('h1')).toHaveText('A post of a real space');
    await page.goto(`${site.url}/blogs/real`);
    await hydrated(page);
    const pictures = page.locator('main article img');
    await expect(pictures).toHaveCount(ASSETS.length);
    for (const image of await pictures.all()) {
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
        .toBeGreaterThan(0);
    }
    const small = page.locator('img[src*="small"]');
    expect((await small.boundingBox())?.width).toBe(64);
    expect((await page.locator('img[src$="plan.svg"]').boundingBox())?.width).toBe(300);
    expect(
      await pictures.evaluateAll((all) => all.map((image) => image.getAttribute('alt'))),
    ).toEqual(Array(ASSETS.length).fill(''));
    await expect(page.locator('.rich :is(h1, h2, h3, h4, h5, h6)')).toHaveText([
      'The first heading',
      'A heading two levels lower',
    ]);
    await expect(page.locator('.rich h3')).toHaveText('A heading two levels lower');
    await expect(page.getByRole('link', { name: 'us', exact: true })).toHaveAttribute(
      'href',
      'tel:02079460123',
    );
    await expect(page.getByRole('region', { name: 'ts' })).toContainText('const a = 1;');
    await expect(page.getByRole('link', { name: 'How to swap details (video)' })).toBeVisible();
    await expect(page.locator('.rich')).toContainText('Something else');
    expect(await axeFindings(page, 'main')).toEqual([]);
  });
});
