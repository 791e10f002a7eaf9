import { writeFileSync } from 'node:fs';
import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';
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

/** No claim at all, and what differs most from the page with all of them. */
const FEW = [{}, { vans: true }, { motorcycles: true, makes: true }];

for (const claims of FEW)
  test(`pages are whole with ${Object.keys(claims).join(', ') || 'no claim'}`, async ({
    page,
  }, testInfo) => {
    const file = testInfo.outputPath('site.json');
    writeFileSync(file, JSON.stringify({ company: { name: 'Ann & Co' }, claims }));
    const site = await OwnSite.start({ SITE_FILE: file });
    for (const path of ['/replacement-vehicles', '/bodyshop-repairs', '/credit-hire']) {
      await page.goto(site.url + path);
      const grounds = await page
        .locator('main > .section')
        .evaluateAll((all) => all.map((section) => getComputedStyle(section).backgroundColor));
      const same = grounds.filter((ground, place) => ground === grounds[place + 1]);
      expect(same, `neighbours of one colour on ${path}`).toEqual([]);
    }
    await page.goto(`${site.url}/about`);
    await expect(page.locator('.plates-note')).toHaveCount(0);
    await expect(page.locator('.plate')).toHaveCount(0);
    await page.goto(`${site.url}/bodyshop-repairs`);
    await expect(page.locator('.repair .scene')).toHaveCount(1);
    await site.end(page);
  });

test('every page that sells offers a call of ours', async ({ page }) => {
  for (const [path, form] of [
    ['/about', '/contact'],
    ['/accident', '/contact'],
    ['/replacement-vehicles', '#contact'],
    ['/credit-hire', '#contact'],
    ['/bodyshop-repairs', '#contact'],
  ] as const) {
    await page.goto(path);
    const ways = page.getByRole('main').getByRole('link', { name: 'Ask us to call you' });
    await expect(ways.first(), path).toHaveAttribute('href', form);
    await expect(page.locator('#contact form'), path).toHaveCount(form === '#contact' ? 1 : 0);
  }
});

test('the yellow card is yellow at night too', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const [card, accent] = await page.locator('.card--yellow').evaluate((found) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--accent-dark)';
    return [getComputedStyle(found).backgroundColor, getComputedStyle(probe).color];
  });
  expect(card).toBe(accent);
});

test('the list of posts ends in a whole row', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/blogs');
  await waitForHydration(page);
  const ends = await page.locator('.posts').evaluate((grid) => {
    const cards = [...grid.children];
    // The first card stands above the others; from each number of them the last row is whole.
    return Array.from({ length: 6 }, () => {
      cards.pop()?.remove();
      const last = cards.at(-1)?.getBoundingClientRect().right ?? 0;
      return Math.round(grid.getBoundingClientRect().right - last);
    });
  });
  expect(ends).toEqual([0, 0, 0, 0, 0, 0]);
});

test('the sections of a page stand at most 4.5rem apart', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const path of [
    '/',
    '/about',
    '/replacement-vehicles',
    '/credit-hire',
    '/bodyshop-repairs',
  ]) {
    await page.goto(path);
    const paddings = await page
      .locator('.section')
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).paddingTop)));
    expect(Math.max(...paddings), path).toBeLessThanOrEqual(72);
  }
});

test('the first field of the form is in the first screen of the smallest phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/contact');
  await expect(page.locator('#callback-name')).toBeInViewport({ ratio: 1 });
});

test('every address on the contact page is on one line', async ({ page }) => {
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/contact');
    const lines = await page.locator('.contact-points a').evaluateAll((links) =>
      links.map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      }),
    );
    expect(lines, `${width} px`).toEqual([1, 1]);
  }
});
