import type { Page } from '@playwright/test';
import { expect, test } from './console.ts';
import { hydrated } from './hydrated.ts';

// The policy holds a hash of the styles, which are changed here on their way.
test.use({ viewport: { width: 390, height: 844 }, bypassCSP: true });

/** Takes popovers, exclusive questions and view transitions out of pages and scripts. */
async function takeAway(page: Page, alsoInStyles: [RegExp, string][]): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
    Reflect.deleteProperty(HTMLButtonElement.prototype, 'popoverTargetElement');
    Reflect.deleteProperty(Document.prototype, 'startViewTransition');
    for (const name of ['matches', 'closest'] as const) {
      const original = Element.prototype[name] as (selector: string) => unknown;
      Object.assign(Element.prototype, {
        [name](this: Element, selector: string) {
          if (/:popover-open/.test(selector)) throw new DOMException(selector, 'SyntaxError');
          return original.call(this, selector);
        },
      });
    }
  });
  await page.route(/\.css$|^[^.]*$|:\d+\/[^.]*$/, async (route) => {
    const answer = await route.fetch();
    if (!/html|css/.test(answer.headers()['content-type'] ?? ''))
      return route.fulfill({ response: answer });
    let body = (await answer.text())
      .replace(/ (popover|popovertarget)="/gi, ' data-$1="')
      .replace(/<details([^>]*) name="/g, '<details$1 data-name="')
      .replaceAll(':popover-open', ':unknown-open')
      .replace(/\(scripting: ?\w+\)/g, '(unknown: none)')
      .replace(/content-visibility|contain-intrinsic-size|overflow-anchor/g, 'unknown');
    for (const [what, by] of alsoInStyles) body = body.replace(what, by);
    return route.fulfill({ response: answer, body });
  });
}

const menu = (page: Page) => page.locator('#site-nav');
const isCallable = async (page: Page) => {
  await page.locator('header a[href^="tel:"]').click({ trial: true });
  await page.locator('main a[href^="tel:"]').first().click({ trial: true });
};

for (const [browser, alsoInStyles] of [
  ['Safari 16.4 and Chrome 111', []],
  [
    'Firefox 115',
    [
      [/:has\(/g, ':unknown('],
      [/\bzoom:/g, 'unknown:'],
    ],
  ],
] as [string, [RegExp, string][]][])
  test(`with what ${browser} have, the menu opens and closes and links change the page`, async ({
    page,
  }) => {
    await takeAway(page, alsoInStyles);
    await page.goto('/');
    await isCallable(page);
    await hydrated(page);
    await isCallable(page);
    const button = page.getByRole('button', { name: 'Menu' });
    await expect(menu(page)).toBeHidden();
    await expect(button.locator('svg:visible')).toHaveCount(1);
    await button.click();
    await expect(menu(page)).toBeVisible();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expect(button.locator('svg:visible')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await page.mouse.click(200, 830);
    await expect(menu(page)).toBeHidden();
    await page.evaluate(() => Object.assign(window, { kept: true }));
    await button.click();
    await menu(page).getByRole('link', { name: 'About Us' }).click();
    await expect(page.locator('main h1')).toHaveText('About us');
    await expect(menu(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('/');
    await page.locator('footer').getByRole('link', { name: 'Terms & Conditions' }).click();
    await expect(page.locator('main h1')).toContainText('Terms');
    expect(await page.evaluate(() => 'kept' in window)).toBe(true);
    await page.locator('header a[href^="tel:"]').click({ trial: true });
  });

test('in a browser before Firefox 115 the page stays as the server made it, its menu a part of it', async ({
  page,
}) => {
  await takeAway(page, []);
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  await page.mouse.move(5, 5);
  await isCallable(page);
  await menu(page).getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL('/contact');
  await expect(page.getByLabel('Your name *')).toBeVisible();
  expect(asked.filter((url) => /hydrate/.test(url))).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('and without popovers the menu is a part of the page that covers nothing', async ({
    page,
  }) => {
    await takeAway(page, [[/:has\(/g, ':unknown(']]);
    await page.goto('/');
    await isCallable(page);
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
    await menu(page).getByRole('link', { name: 'Credit Hire' }).click();
    await expect(page).toHaveURL('/credit-hire');
  });
});
