import { writeFileSync } from 'node:fs';
import { expect, test } from './console.ts';
import { OwnSite } from './own-site.ts';

for (const claims of [
  {},
  { recovery: false },
  { legalSupport: null },
  { recovery: null, legalSupport: null },
  { engineerReport: null, legalSupport: null },
])
  test(`services are whole without ${Object.keys(claims).join(', ') || 'nothing'}`, async ({
    page,
  }, testInfo) => {
    const file = testInfo.outputPath('site.json');
    writeFileSync(file, JSON.stringify({ claims }));
    const site = await OwnSite.start({ SITE_FILE: file });
    await page.goto(site.url);
    for (const width of [768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const ragged = await page.locator('.bento').evaluate((grid) => {
        const { right } = grid.getBoundingClientRect();
        const ends = new Map<number, number>();
        for (const card of grid.children) {
          const box = card.getBoundingClientRect();
          ends.set(box.top, Math.max(ends.get(box.top) ?? 0, box.right));
        }
        return [...ends.values()].filter((end) => Math.abs(end - right) > 1);
      });
      expect(ragged, `${width} px`).toEqual([]);
    }
    await site.end(page);
  });
