import { allowMessage, expect, test } from '../console.ts';
import { PATHS } from '../every-page.ts';
import { waitForHydration } from '../hydrated.ts';

/** Lists text that is not black, and boxes that are not white. Runs in the page. */
function inked(): string[] {
  const faults = new Set<string>();
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility() || element.closest('svg, img, iframe')) continue;
    const { backgroundColor, backgroundImage, color } = getComputedStyle(element);
    if (color !== 'rgb(0, 0, 0)') faults.add(`${element.className}: text in ${color}`);
    if (backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none')
      faults.add(`${element.className}: on ${backgroundColor} ${backgroundImage}`);
  }
  return [...faults];
}

test('every page prints black on white, its frame reduced to name and numbers', async ({
  page,
  consoleMessages,
}) => {
  for (const path of PATHS) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.goto(path);
    await waitForHydration(page);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
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
  allowMessage(consoleMessages, '404');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every page prints without form and controls, its questions answered', async ({
    page,
    consoleMessages,
  }) => {
    await page.emulateMedia({ media: 'print' });
    for (const path of PATHS) {
      await page.goto(path);
      await expect
        .soft(page.locator(':is(form, button, input, textarea, .callbar, #site-nav):visible'), path)
        .toHaveCount(0);
      for (const answer of await page.locator('details > p').all())
        expect.soft((await answer.boundingBox())?.height, path).toBeGreaterThan(10);
    }
    allowMessage(consoleMessages, '404');
  });
});

test('a printed post ends with the post', async ({ page }) => {
  await page.goto('/blogs/credit-hire-in-plain-english');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Need Help with Your Vehicle?')).toBeHidden();
});

test('all answers and all testimonials are on paper', async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
  await page.emulateMedia({ media: 'print' });
  const answers = await page.locator('details > p').all();
  expect(answers.length).toBeGreaterThan(0);
  for (const answer of answers) expect((await answer.boundingBox())?.height).toBeGreaterThan(10);
  const edges = await page
    .locator('.quote:not([aria-hidden])')
    .evaluateAll((quotes) => quotes.map((quote) => quote.getBoundingClientRect().right));
  expect(edges).toHaveLength(6);
  for (const right of edges) expect(right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
});
