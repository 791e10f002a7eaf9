import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { PHOTO_PAGES, PHOTO_WIDTHS_PX, photoPath } from '../../shared/site/photo.ts';
import { allowMessage, expect, test } from './console.ts';
import { OwnSite } from './own-site.ts';

const CAPTION = 'Our yard in Barking';

test('an owner’s photos stand on seven pages and beside the people, in two widths', async ({
  page,
}, testInfo) => {
  const folder = testInfo.outputPath('site');
  for (const name of [...PHOTO_PAGES, 'ann'])
    for (const width of PHOTO_WIDTHS_PX) {
      const file = join(folder, photoPath(name, width));
      mkdirSync(dirname(file), { recursive: true });
      const background = '#2f8562';
      await sharp({ create: { width, height: (width * 2) / 3, channels: 3, background } })
        .webp()
        .toFile(file);
    }
  const company = { people: [{ name: 'Ann Example', role: 'Director', photo: 'ann' }] };
  const photos = Object.fromEntries(
    PHOTO_PAGES.map((id) => [id, { alt: `The yard, ${id}`, caption: CAPTION }]),
  );
  writeFileSync(join(folder, 'site.json'), JSON.stringify({ company, photos }));
  const site = await OwnSite.start({ SITE_FILE: join(folder, 'site.json') });
  for (const id of PHOTO_PAGES) {
    await page.goto(`${site.url}/${id === 'home' ? '' : id}`);
    const figure = page.locator('.photo');
    await expect(figure, id).toHaveText(CAPTION);
    const image = figure.getByRole('img', { name: `The yard, ${id}` });
    await expect(image).toHaveAttribute('srcset', /-600\.webp 600w, .*-1200\.webp 1200w$/);
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(0);
    const { width, height } = (await image.boundingBox()) ?? { width: 0, height: 1 };
    expect(width / height, id).toBeCloseTo(1.5, 1);
    expect(await page.locator('.page-head:has(.photo) .page-head__art').count(), id).toBe(0);
  }
  await page.goto(`${site.url}/about`);
  await expect(page.locator('.people img')).toHaveAttribute('src', photoPath('ann', 1200));
  await site.end(page);
});

test('a picture that fails shows its alternative text in place of a broken icon', async ({
  page,
  consoleMessages,
}) => {
  await page.route(/\.(svg|webp)/, (route, request) =>
    request.resourceType() === 'image' ? route.abort() : route.continue(),
  );
  await page.goto('/blogs/credit-hire-in-plain-english');
  const cover = page.locator('.post__cover');
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  const ratio = await cover.evaluate((image) => image.clientWidth / image.clientHeight);
  expect(ratio).toBeGreaterThan(1);
  const firstLine = await sharp(await cover.screenshot())
    .extract({ left: 16, top: 4, width: 200, height: 24 })
    .toBuffer();
  const { channels } = await sharp(firstLine).stats();
  expect(channels.map(({ stdev }) => stdev)).toEqual([0, 0, 0]);
  allowMessage(consoleMessages, 'net::ERR_FAILED');
});
