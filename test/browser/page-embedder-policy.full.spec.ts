import { ROUTES } from '../../shared/addresses.ts';
import { startContent } from '../stand-ins/content.ts';
import { type AssetItem, assetLink, blogPost } from '../stand-ins/entries.ts';
import { doc, p, asset as picture, postCard } from '../stand-ins/rich-text.ts';
import { expect, forget, test } from './console.ts';
import { hydrated } from './hydrated.ts';
import { OwnSite } from './own-site.ts';

const PATHS = [
  ...ROUTES.map(({ path }) => path.replace(':slug', 'first')).filter((path) => !path.includes(':')),
  '/no-such-page',
];

/** A picture that the content service serves, without a word about who may embed it. */
function asset(id: string): AssetItem {
  const details = { size: 9, image: { width: 1600, height: 800 } };
  const file = { url: '', fileName: `${id}.svg`, contentType: 'image/svg+xml', details };
  return {
    sys: { type: 'Asset', id, createdAt: '', updatedAt: '' },
    fields: { title: id, description: '', file },
  };
}

test('under Cross-Origin-Embedder-Policy every page is isolated, and every picture of another origin loads', async ({
  page,
  consoleMessages,
}) => {
  const assets = ['cover', 'inside'].map(asset);
  const post = (id: string, content: ReturnType<typeof doc>) =>
    blogPost(id, {
      title: id,
      slug: id,
      publishedDate: '2025-05-05T08:00:00.000Z',
      featuredImage: assetLink('cover'),
      content,
    });
  const posts = [
    post('first', doc(p('Text'), picture('inside'), postCard('second'))),
    post('second', doc(p('Text'))),
  ];
  const content = await startContent(posts, { Asset: assets, Entry: posts });
  const origin = content.environment.CONTENTFUL_HOST;
  for (const { fields } of assets) fields.file.url = `${origin}/${fields.file.fileName}`;
  const site = await OwnSite.start(content.environment);
  try {
    let foreign = 0;
    page.on('requestfinished', (request) => {
      if (request.url().startsWith(origin)) foreign += 1;
    });
    for (const path of PATHS) {
      const answer = await page.goto(site.url + path);
      expect(answer?.headers()['cross-origin-embedder-policy'], path).toBe('credentialless');
      await hydrated(page);
      const seen = await page.evaluate(async () => {
        const pictures = Array.from(document.images);
        for (const image of pictures) image.loading = 'eager';
        const loaded = await Promise.allSettled(pictures.map((image) => image.decode()));
        return {
          isolated: crossOriginIsolated,
          broken: loaded.flatMap(({ status }, n) =>
            status === 'rejected' ? pictures[n]?.src : [],
          ),
        };
      });
      expect(seen, path).toEqual({ isolated: true, broken: [] });
    }
    expect(foreign).toBeGreaterThan(2);
    forget(consoleMessages, /404/);
  } finally {
    await site.end(page);
    await content.end();
  }
});
