import { inked } from '../../engines/inked.ts';
import { expect, forget, test } from '../console.ts';
import { PATHS } from '../every-page.ts';
import { hydrated } from '../hydrated.ts';

for (const colorScheme of ['light', 'dark'] as const)
  test(`every page prints in black on white, its frame reduced to name and numbers, from a ${colorScheme} screen`, async ({
    page,
    consoleMessages,
  }) => {
    for (const path of PATHS) {
      await page.emulateMedia({ media: 'screen', colorScheme });
      await page.goto(path);
      await hydrated(page);
      await page.emulateMedia({ media: 'print', colorScheme });
      expect.soft(await page.evaluate(inked), path).toEqual([]);
      await expect
        .soft(page.locator(':is(.callbar, .burger, .chev, #site-nav):visible'))
        .toHaveCount(0);
      const frame = await page.locator(':is(.header, .footer):visible').allInnerTexts();
      expect.soft(frame.join(' '), path).not.toMatch(/@|Registered|Terms|Home/);
      const halves = await page
        .locator(':is(.btn, .panel-call):visible')
        .evaluateAll((buttons) =>
          buttons.filter((button) => getComputedStyle(button).breakInside !== 'avoid'),
        );
      expect.soft(halves, path).toEqual([]);
    }
    forget(consoleMessages, '404');
  });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every page prints in black on white, without form and controls, its questions answered', async ({
    page,
    consoleMessages,
  }) => {
    for (const path of PATHS) {
      await page.goto(path);
      await page.emulateMedia({ media: 'print' });
      expect.soft(await page.evaluate(inked), path).toEqual([]);
      await expect
        .soft(page.locator(':is(form, button, input, textarea, .callbar, #site-nav):visible'), path)
        .toHaveCount(0);
      for (const answer of await page.locator('details > p').all())
        expect.soft((await answer.boundingBox())?.height, path).toBeGreaterThan(10);
      await page.emulateMedia({ media: 'screen' });
    }
    forget(consoleMessages, '404');
  });
});

test('a printed post ends with the post', async ({ page }) => {
  await page.goto('/blogs/credit-hire-in-plain-english');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Need Help with Your Vehicle?')).toBeHidden();
});

test('all answers and all testimonials are on paper', async ({ page }) => {
  for (const path of ['/', '/replacement-vehicles']) {
    await page.goto(path);
    await hydrated(page);
    await page.emulateMedia({ media: 'print' });
    const answers = page.locator('details > p');
    expect(await answers.count()).toBeGreaterThan(0);
    for (const answer of await answers.all())
      expect((await answer.boundingBox())?.height, path).toBeGreaterThan(10);
    await page.emulateMedia({ media: 'screen' });
  }
  await page.goto('/');
  await hydrated(page);
  await page.emulateMedia({ media: 'print' });
  const edges = await page
    .locator('.quote:not([aria-hidden])')
    .evaluateAll((quotes) => quotes.map((quote) => quote.getBoundingClientRect().right));
  expect(edges).toHaveLength(6);
  for (const right of edges) expect(right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
});
