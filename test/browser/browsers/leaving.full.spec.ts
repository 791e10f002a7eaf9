import type { Page } from '@playwright/test';
import { createGate } from '../connection/late.ts';
import { expect, test } from '../console.ts';
import { waitForHydration } from '../hydrated.ts';

/** Clicks before hydration that open no page of this site in this tab. They run in the page. */
const CLICKS_THAT_STAY = {
  'with the shift key': (link: HTMLElement) => click(link, { shiftKey: true }),
  'with the alt key': (link: HTMLElement) => click(link, { altKey: true }),
  'on a link that opens a tab': (link: HTMLAnchorElement) => {
    link.target = '_blank';
    click(link, {});
  },
  'on a link to WhatsApp': (link: HTMLAnchorElement) => {
    link.href = 'https://wa.me/447700900123';
    click(link, {});
  },
};

declare function click(link: HTMLElement, options: MouseEventInit): void;

/** Opens the accident page with its scripts begun and held back, and what lets them go. */
async function openWithoutScripts(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, {
      // The browser itself does nothing: only what the page does with the click counts.
      click(link: HTMLElement, options: MouseEventInit) {
        addEventListener('click', (event) => event.preventDefault(), { once: true });
        const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...options });
        link.dispatchEvent(event);
      },
    });
  });
  const scripts = createGate();
  const begun = page.waitForRequest('**/static/js/hydrate-*.js');
  await page.route(/static\/js\/(?!index-)/, scripts.hold);
  await page.goto('/accident', { waitUntil: 'commit' });
  await page.locator('footer').last().waitFor();
  await page.keyboard.press('Shift');
  await begun;
  return scripts.letGo;
}

for (const [how, act] of Object.entries(CLICKS_THAT_STAY))
  test(`a click ${how} before hydration does not end scripting`, async ({ page }) => {
    const letGo = await openWithoutScripts(page);
    await page.locator('.footer a[href="/terms"]').evaluate(act);
    await letGo();
    await waitForHydration(page);
  });

test('scripting starts again when the visitor stays after all', async ({ page }) => {
  const letGo = await openWithoutScripts(page);
  const terms = createGate();
  await page.route('**/terms', terms.hold);
  const followed = page.waitForRequest('**/terms');
  await page.locator('.footer a[href="/terms"]').click({ noWaitAfter: true });
  await followed;
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.stopLoading'); // as Esc does
  await letGo();
  await waitForHydration(page);
  await expect(page).toHaveURL('/accident');
  await expect(page.getByText('What you type stays on this device')).toBeVisible();
});
