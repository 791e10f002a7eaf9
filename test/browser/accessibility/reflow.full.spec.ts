import type { Page } from '@playwright/test';
import { expect, test } from '../console.ts';
import { testEveryPage } from '../every-page.ts';
import { waitForHydration } from '../hydrated.ts';
import { OwnSite } from '../own-site.ts';

const WIDTHS = [320, 390, 768, 1024, 1280, 1440];
/** The text spacing of WCAG 2.2, success criterion 1.4.12. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }';

/** Lists text and controls that stick out of the window, or out of a box that cuts them off. */
function cutOff(): string[] {
  const faults = new Set<string>();
  const pageWidth = document.documentElement.scrollWidth;
  if (pageWidth > innerWidth) faults.add(`the page is ${pageWidth - innerWidth} px too wide`);
  // Testimonials slide under the edge of their frame on purpose.
  const exempt = '.carousel__view, [aria-hidden="true"], .skip, .vh, noscript, script, style';
  const checkBox = (element: Element, box: DOMRect, what: string) => {
    if (box.width <= 1 || box.height <= 1) return;
    for (let parent = element as Element | null; parent; parent = parent.parentElement) {
      const { overflowX, webkitLineClamp } = getComputedStyle(parent);
      // What scrolls, or ends in an ellipsis
      if (overflowX === 'auto' || overflowX === 'scroll' || webkitLineClamp !== 'none') return;
      const frame = parent.getBoundingClientRect();
      const below = box.bottom > frame.bottom + 2;
      const beside = box.left < frame.left - 2 || box.right > frame.right + 2;
      if ((overflowX !== 'visible' && (below || beside)) || (parent.matches('.btn') && beside))
        faults.add(`${what} leaves ${parent.className || parent.tagName}`);
    }
    if (box.left < -1 || box.right > innerWidth + 1) faults.add(`${what} leaves the window`);
  };
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (words.nextNode()) {
    const { currentNode: text } = words;
    const element = text.parentElement;
    if (!element || !text.nodeValue?.trim() || element.closest(exempt)) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(text);
    for (const box of range.getClientRects())
      checkBox(element, box, `'${text.nodeValue.trim().slice(0, 40)}'`);
  }
  for (const control of document.querySelectorAll('a, button, input, textarea, summary'))
    if (!control.closest(exempt) && control.checkVisibility({ visibilityProperty: true }))
      checkBox(control, control.getBoundingClientRect(), `${control.className || control.tagName}`);
  return [...faults];
}

/** Lists words and phone numbers that begin on one line and end on the next. */
function brokenWords(exempt: string): string[] {
  const faults = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (!text.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    if (text.parentElement.closest(exempt)) continue;
    for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(
      /\+?\d+(?:[ \u00a0]\d{3,4}){2}|[^\s–/-]{2,}/g,
    )) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => top));
      if (lines.size > 1) faults.add(`'${word}' is broken`);
    }
  }
  return [...faults];
}

/** Adds rules as a visitor's own stylesheet does, past the content security policy. */
function spaceOut(rules: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
}

async function faultsAtEverySize(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const browser = await page.context().newCDPSession(page);
  for (const [name, textSize] of [
    ['text at 100 %', 16],
    ['text at 150 %', 24],
    ['text at 200 %', 32],
    ['text spaced out', 16],
  ] as const) {
    // The visitor's own setting, which media queries obey.
    await browser.send('Page.setFontSizes', { fontSizes: { standard: textSize } });
    if (name === 'text spaced out') await page.evaluate(spaceOut, TEXT_SPACING);
    // 'Call' and the number are one text, and the header's number has two lines with letters spaced out.
    const exempt = `main .btn--call .num${name === 'text spaced out' ? ', .tel' : ''}`;
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const fault of await page.evaluate(cutOff))
        faults.push(`${width} px, ${name}: ${fault}`);
      if (width > 390) continue;
      for (const fault of await page.evaluate(brokenWords, exempt))
        faults.push(`${width} px, ${name}: ${fault}`);
    }
  }
  return faults;
}

testEveryPage(
  (path) =>
    `nothing of ${path} is cut off from 320 px up, in large text or in text that is spaced out`,
  async (page) => expect(await faultsAtEverySize(page)).toEqual([]),
);

test('nothing is cut off when company and phone number are long', async ({ page }) => {
  const site = await OwnSite.start({
    COMPANY_NAME: 'Metropolitan Accident Management',
    COMPANY_PHONE_24H: '+44 800 222 3333',
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/accident', '/contact']) {
    await page.goto(site.url + path);
    await waitForHydration(page);
    expect(await faultsAtEverySize(page), path).toEqual([]);
  }
  await site.end(page);
});

test('a long name and a number with an extension leave the menu button on the screen', async ({
  page,
}) => {
  const site = await OwnSite.start({
    COMPANY_NAME: 'Donaudampfschifffahrtsgesellschaft',
    COMPANY_PHONE_24H: '020 7946 0123 ext 4567',
  });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${site.url}/about`);
  expect(await page.evaluate(cutOff)).toEqual([]);
  await page.getByRole('button', { name: 'Menu' }).click({ trial: true });
  await page.locator('header .tel').click({ trial: true });
  await site.end(page);
});

test('at 400 % zoom the frame scrolls away and leaves the whole height to the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/about');
  await waitForHydration(page);
  await page.getByRole('heading', { level: 2 }).first().scrollIntoViewIfNeeded();
  await expect(page.locator('.header')).not.toBeInViewport();
  await expect(page.locator('.callbar')).toBeHidden();
});

test('a notch covers no text', async ({ page }) => {
  const notch = 47;
  await page.setViewportSize({ width: 667, height: 500 });
  const browser = await page.context().newCDPSession(page);
  await browser.send(
    'Emulation.setSafeAreaInsetsOverride' as 'Emulation.setDeviceMetricsOverride',
    {
      insets: { left: notch, leftMax: notch, right: notch, rightMax: notch },
    } as never,
  );
  await page.goto('/terms');
  await waitForHydration(page);
  for (const part of [
    '.brand',
    '.burger',
    'h1',
    '.legal',
    '.callbar .btn--call',
    '.callbar .btn--line',
  ]) {
    const box = await page.locator(part).first().boundingBox();
    expect(box?.x, part).toBeGreaterThanOrEqual(notch);
    expect((box?.x ?? 0) + (box?.width ?? 0), part).toBeLessThanOrEqual(667 - notch);
  }
});
