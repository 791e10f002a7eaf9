import type { Page } from '@playwright/test';
import { TEST_COMPANY } from '../support/test-company.ts';
import { allowMessage, expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

/**
 * Failures in the browser: in an effect, a handler, or after a navigation. They run in the page.
 */
const FAULTS = {
  'the memory of scroll positions': () => {
    Object.defineProperty(History.prototype, 'scrollRestoration', {
      set() {
        throw new Error('made to fail');
      },
    });
  },
  'the state of the menu': () => {
    HTMLElement.prototype.hidePopover = () => {
      throw new Error('made to fail');
    };
  },
  'the title of the next page': () => {
    Object.defineProperty(Document.prototype, 'title', {
      set() {
        throw new Error('made to fail');
      },
    });
  },
};

async function expectPhoneNumber(page: Page): Promise<void> {
  const number = page.locator('a[href^="tel:"]:visible', {
    hasText: TEST_COMPANY.COMPANY_PHONE_24H,
  });
  await expect(number.first()).toBeInViewport();
  await expect(page.locator('h1')).toHaveCount(1);
}

for (const [what, breakIt] of Object.entries(FAULTS))
  test(`${what} fails, at the start or on the way, and the phone number stays`, async ({
    page,
    consoleMessages,
  }) => {
    await page.addInitScript(breakIt);
    await page.goto('/');
    await page.keyboard.press('Shift');
    await page.waitForFunction(() =>
      Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber')),
    );
    await expectPhoneNumber(page);
    for (const path of ['/terms', '/credit-hire', '/credit-hire#50%', '/']) {
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      await expectPhoneNumber(page);
    }
    await expect.poll(() => consoleMessages.join()).toContain('made to fail');
    allowMessage(consoleMessages, 'made to fail');
  });

test('hydration survives a Trusted Types policy that a userscript made first', async ({ page }) => {
  await page.addInitScript(() => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): unknown };
    };
    const asItIs = (text: string) => text;
    trustedTypes.createPolicy('default', {
      createHTML: asItIs,
      createScript: asItIs,
      createScriptURL: asItIs,
    });
    trustedTypes.createPolicy = () => {
      throw new TypeError('Policy with name default already exists.');
    };
  });
  await page.goto('/');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'About Us' }).first().click();
  await expect(page).toHaveURL('/about');
  await expect(page.locator('h1')).toHaveCount(1);
});
