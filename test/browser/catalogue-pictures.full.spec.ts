import { ROUTES } from '../../shared/routes.ts';
import { startContent } from '../fakes/content.ts';
import { type AssetItem, assetLink, blogPost } from '../fakes/entries.ts';
import { doc, p, asset as picture } from '../fakes/rich-text.ts';
import { allowMessage, expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';
import { OwnSite } from './own-site.ts';

const PATHS = [
  ...ROUTES.filter(({ data }) => data !== 'page')
    .map(({ path }) => path.replace(':slug', 'first'))
    .filter((path) => !path.includes(':')),
  '/no-such-page',
];

/** Returns a picture that the content service serves, without a word about who may embed it. */
function asset(id: string, host: string, width: number): AssetItem {
  const details = { size: 9, image: { width, height: width / 2 } };
  const url = `//${host}.ctfassets.net/s/${id}/${id}.svg`;
  const file = { url, fileName: `${id}.svg`, contentType: 'image/svg+xml', details };
  return {
    sys: { type: 'Asset', id, createdAt: '', updatedAt: '' },
    fields: { title: id, description: '', file },
  };
}

/** One picture of each host that a space may have. */
const ASSETS = [
  asset('cover', 'images', 1600),
  asset('eu', 'images.eu', 1600),
  asset('secure', 'images.secure', 1600),
  asset('large', 'downloads', 1600),
  asset('small', 'images', 64),
];

test('pictures of every region load on isolated pages, and none is enlarged', async ({
  page,
  consoleMessages,
}) => {
  const post = blogPost('first', {
    title: 'A post with pictures',
    slug: 'first',
    publishedDate: '2025-05-05T08:00:00.000Z',
    featuredImage: assetLink('cover'),
    content: doc(p('Text'), ...ASSETS.slice(1).map(({ sys }) => picture(sys.id))),
  });
  const content = await startContent([post], { Asset: ASSETS });
  const site = await OwnSite.start(content.environment);
  await page.route('**://*.ctfassets.net/**', (route) => {
    const width = new URL(route.request().url()).searchParams.get('w') ?? 64;
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="32"/>`;
    return route.fulfill({ contentType: 'image/svg+xml', body });
  });
  for (const path of PATHS) {
    await page.goto(site.url + path);
    await waitForHydration(page);
    const seen = await page.evaluate(async () => {
      const pictures = Array.from(document.images);
      for (const image of pictures) image.loading = 'eager';
      const loaded = await Promise.allSettled(pictures.map((image) => image.decode()));
      return {
        isolated: crossOriginIsolated,
        broken: loaded.flatMap(({ status }, n) => (status === 'rejected' ? pictures[n]?.src : [])),
      };
    });
    expect(seen, path).toEqual({ isolated: true, broken: [] });
  }
  await page.goto(`${site.url}/blogs/first`);
  await expect(page.locator('main article img')).toHaveCount(ASSETS.length);
  expect((await page.locator('img[src*="small"]').boundingBox())?.width).toBe(64);
  allowMessage(consoleMessages, '404');
  await site.end(page);
  await content.end();
});
