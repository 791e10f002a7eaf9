import { CAROUSEL_INTERVAL_MS } from '../../../shared/site/constants.ts';
import { expect, forget, test } from '../console.ts';
import { PAGES } from '../every-page.ts';
import { hydrated } from '../hydrated.ts';

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

/** Controls smaller than 24 px, and controls used at the roadside that are less than 44 px high. */
function tooSmall(): string[] {
  const faults: string[] = [];
  for (const control of document.querySelectorAll('a, button, input, textarea, summary')) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    if (control.closest('.vh, .skip, [inert], [type="hidden"]')) continue;
    const target = control.closest('label') ?? control;
    const { width, height } = target.getBoundingClientRect();
    const isButton = target.matches('.btn, .burger, .round, .nav__link, .tel, summary, input');
    const inSentence = !isButton && control.parentElement?.closest('p, li, dd, address, label');
    const sentence = inSentence ? inSentence.textContent.trim() : '';
    if (sentence.length > (control.textContent?.trim().length ?? 0)) continue;
    if (Math.min(width, height) < (isButton ? 44 : 24))
      faults.push(`${control.outerHTML.slice(0, 90)} ${Math.round(width)} x ${Math.round(height)}`);
  }
  return faults;
}

test('every control is at least 24 px in size on a phone, and 44 px if it is used at the roadside', async ({
  page,
  consoleMessages,
}) => {
  for (const path of PAGES) {
    await page.goto(path);
    await hydrated(page);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect.soft(await page.evaluate(tooSmall), `${path} at ${width} px`).toEqual([]);
    }
  }
  forget(consoleMessages, '404');
});

/** Follows each link within the page: where it leads to something that header or bar covers. */
async function coveredTargets(): Promise<string[]> {
  const faults: string[] = [];
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]:not(.skip)')) {
    const target = document.getElementById(link.hash.slice(1));
    if (!target) {
      faults.push(`${link.hash} is not there`);
      continue;
    }
    scrollTo(0, 0);
    link.click();
    // The bar hears of what is in view in one of the next frames.
    for (let frame = 0; frame < 4; frame++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    const { top, height } = target.getBoundingClientRect();
    for (const cover of document.querySelectorAll('.header, .callbar')) {
      if (getComputedStyle(cover).visibility !== 'visible') continue;
      const box = cover.getBoundingClientRect();
      if (box.height > 0 && top < box.bottom - 1 && top + Math.min(height, 44) > box.top + 1)
        faults.push(`${link.hash} is under ${cover.className}`);
    }
    if (top < 0 || top > innerHeight - 44) faults.push(`${link.hash} is off the screen`);
  }
  return faults;
}

test('what a link within the page points to is under neither header nor call bar', async ({
  page,
  consoleMessages,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 640 });
  for (const path of PAGES) {
    await page.goto(path);
    await hydrated(page);
    expect.soft(await page.evaluate(coveredTargets), path).toEqual([]);
  }
  forget(consoleMessages, '404');
});

test('after a touch the testimonials rest until the reader has moved on', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await page.clock.runFor(100);
  const view = page.locator('.carousel__view');
  await view.scrollIntoViewIfNeeded();
  await page.clock.runFor(100);
  await expect(page.locator('.carousel[data-ready]')).toBeVisible();
  const shown = () =>
    page
      .locator('[aria-roledescription="slide"]:not([aria-hidden="true"]):not([inert])')
      .getAttribute('aria-label');
  await view.tap();
  const touched = await shown();
  await page.clock.runFor(3 * CAROUSEL_INTERVAL_MS);
  expect(await shown()).toBe(touched);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(async () => {
    await page.clock.runFor(CAROUSEL_INTERVAL_MS);
    expect(await shown()).not.toBe(touched);
  }).toPass();
});

test("'Ring me' goes to the first field of the form, and the bar leaves what it points to", async ({
  page,
}) => {
  await page.goto('/contact');
  await hydrated(page);
  const bar = page.locator('.callbar');
  await page.getByText('We use these details only').scrollIntoViewIfNeeded();
  await expect(bar).toBeHidden();
  await page.getByText('Registered office', { exact: true }).evaluate((point) => {
    point.scrollIntoView({ behavior: 'instant' });
  });
  await expect(bar).toBeVisible();
  await bar.getByRole('link', { name: 'Ring me' }).tap();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await expect(page.getByLabel('Your name')).toBeInViewport();
  await expect(bar).toBeHidden();
});
