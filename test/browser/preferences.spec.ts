import { STATIC_PATHS } from '../../shared/addresses.ts';
import { expect, forget, test } from './console.ts';
import { hydrated } from './hydrated.ts';

const POST = '/blogs/credit-hire-in-plain-english';
const PATHS = [...STATIC_PATHS, POST, '/no-such-page'];

test('in forced colours every button and card keeps an edge', async ({ page, consoleMessages }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of PATHS) {
    await page.goto(path);
    await hydrated(page);
    const bare = await page
      .locator('.btn, .tel, .card, .plate, .tile, .sign')
      .evaluateAll((parts) =>
        parts
          .filter((part) => getComputedStyle(part).borderTopStyle === 'none')
          .map((part) => part.outerHTML),
      );
    expect(bare, path).toEqual([]);
  }
  forget(consoleMessages, '404');
});

test('under reduced motion nothing moves by itself', async ({ page, consoleMessages }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of PATHS) {
    await page.goto(path);
    await hydrated(page);
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
    expect(moving, path).toBe(0);
  }
  forget(consoleMessages, '404');
});

/** What sticks out of the window or is cut off by the box around it. */
function cutOff(): string[] {
  const faults: string[] = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  for (const element of document.querySelectorAll<HTMLElement>(
    'a, button, input, textarea, summary, h1, h2, h3, p, li, dt, dd, label',
  )) {
    const { left, right, width, height } = element.getBoundingClientRect();
    if (width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true }))
      continue;
    // The testimonials slide under the edge of their frame and tables scroll in theirs, on purpose.
    if (
      element.closest(
        '[aria-roledescription="carousel"], [role="region"], [aria-hidden="true"], .skip',
      )
    )
      continue;
    const spills =
      getComputedStyle(element).overflow !== 'visible' &&
      element.scrollWidth > element.clientWidth + 1;
    if (left < -1 || right > innerWidth + 1 || spills) faults.push(element.outerHTML.slice(0, 120));
  }
  return faults;
}

for (const [name, width, textSize] of [
  ['at 320 px, which is 400 % zoom', 320, 16],
  ['with text at 200 % on a wide screen', 1280, 32],
  ['with text at 200 % on a tablet', 768, 32],
  ['with text at 125 % on a phone', 390, 20],
] as const)
  test(`nothing is cut off ${name}`, async ({ page, consoleMessages }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    const browser = await page.context().newCDPSession(page);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: textSize } }); // the visitor's setting, which media queries obey
    for (const path of PATHS) {
      await page.goto(path);
      await hydrated(page);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2)); // where the call bar shows
      expect(await page.evaluate(cutOff), path).toEqual([]);
    }
    forget(consoleMessages, '404');
  });

for (const filled of [false, true])
  test(`the accident page prints on one sheet of A4, ${filled ? 'with the notes' : 'with blanks'}`, async ({
    page,
  }) => {
    await page.goto('/accident');
    await hydrated(page);
    if (filled) {
      await page.getByLabel('Registration').fill('AB12 CDE');
      await page
        .getByLabel('How it happened')
        .fill('They pulled out of a side road.\nI braked.\nNobody was hurt.');
    }
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });
