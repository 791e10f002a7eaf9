import type { Page } from '@playwright/test';
import { expect, forget, test } from './console.ts';
import { PATHS } from './every-page.ts';
import { hydrated } from './hydrated.ts';
import { expectCallable, expectNoOverflow, menu, useTheSite } from './use-the-site.ts';

test.use({ viewport: { width: 390, height: 844 }, bypassCSP: true });

interface Features {
  /** Words of stylesheets: at-rules, media features, selectors and properties. */
  css: string[];
  attributes: string[];
  /** Interface and member. */
  members: [string, string][];
}

/** What the site uses and one of Chrome 111, Firefox 115 and Safari 16.4 lacks. */
const NEWER: Features = {
  css: [
    'accent-color',
    'contain-intrinsic-block-size',
    'content-visibility',
    'details-content',
    'forced-color-adjust',
    'has',
    'interpolate-size',
    'overflow-anchor',
    'page',
    'popover-open',
    'scripting',
    'text-wrap',
    'view-transition',
    'view-transition-group',
  ],
  attributes: ['autocapitalize', 'fetchpriority', 'popover', 'popovertarget'],
  members: [
    ['Document', 'featurePolicy'],
    ['Document', 'prerendering'],
    ['Document', 'startViewTransition'],
    ['Document', 'wasDiscarded'],
    ['HTMLElement', 'hidePopover'],
    ['HTMLElement', 'popover'],
    ['Navigator', 'connection'],
    ['Navigator', 'share'],
    ['Performance', 'interactionCount'],
    ['Window', 'cancelIdleCallback'],
    ['Window', 'requestIdleCallback'],
    ['Window', 'trustedTypes'],
  ],
};

/** The same of Chrome 86, Firefox 84 and Safari 14, which get no scripts but the first. */
const NEWER_STILL: Features = {
  ...NEWER,
  css: [...NEWER.css, 'aspect-ratio', 'focus-visible', 'inset'],
  members: [...NEWER.members, ['Array', 'toSorted']],
};

/** Runs in the page, before anything else there. */
function lack({ css, attributes, members }: Features): void {
  for (const [owner, name] of members) {
    Reflect.deleteProperty(Reflect.get(window, owner).prototype, name);
    if (owner === 'Window') Reflect.deleteProperty(window, name);
  }
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    const isKnown =
      !attributes.includes(name.toLowerCase()) &&
      !(name === 'name' && this.localName === 'details');
    setAttribute.call(this, isKnown ? name : `data-${name}`, value);
  };
  const { matches } = Element.prototype;
  Object.assign(Element.prototype, {
    matches(this: Element, selector: string) {
      if (css.some((word) => selector.includes(`:${word}`)))
        throw new DOMException(selector, 'SyntaxError');
      return matches.call(this, selector);
    },
  });
}

/**
 * Takes features out of pages, stylesheets and the browser. The policy holds a hash of the styles:
 * the test must use `bypassCSP`.
 */
async function takeAway(page: Page, features: Features): Promise<void> {
  await page.addInitScript(lack, features);
  const words = RegExp(`(?<![\\w.#-])(?=(?:${features.css.join('|')})(?![\\w-]))`, 'g');
  const attributes = RegExp(`(?<=\\s)(?=(?:${features.attributes.join('|')})[\\s=>])`, 'gi');
  const cssWithout = (css: string) => css.replace(words, 'unknown-');
  const htmlWithout = (html: string) =>
    html
      .replace(attributes, 'data-')
      .replaceAll('<details name=', '<details data-name=')
      .replace(/(?<=<style[^>]*>).*?(?=<\/style>)/s, cssWithout);
  await page.route(
    ({ pathname }) => !pathname.includes('.') || pathname.endsWith('.css'),
    async (route) => {
      const response = await route.fetch();
      const type = response.headers()['content-type'] ?? '';
      if (!/html|css/.test(type)) return route.fulfill({ response });
      const text = await response.text();
      const body = type.includes('css') ? cssWithout(text) : htmlWithout(text);
      return route.fulfill({ response, body });
    },
  );
}

test('without anything that one of the oldest browsers lacks, everything works and no page is wider than the screen', async ({
  page,
  consoleMessages,
}) => {
  await takeAway(page, NEWER);
  await useTheSite(page);
  for (const path of PATHS) {
    await page.goto(path);
    await hydrated(page);
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoOverflow(page);
    }
  }
  forget(consoleMessages, '404');
});

async function useUnhydrated(page: Page): Promise<void> {
  for (const path of PATHS) {
    await page.goto(path);
    await expectNoOverflow(page);
    await expect(page.locator('main h1')).toBeVisible();
    await page.locator('header a[href^="tel:"]').click({ trial: true });
    const covered = await page.evaluate(() => {
      const { bottom } = document.querySelector('#site-nav')?.getBoundingClientRect() ?? {};
      return (document.querySelector('main')?.getBoundingClientRect().top ?? 0) < (bottom ?? 0);
    });
    expect(covered, path).toBe(false);
  }
  await page.goto('/');
  await expectCallable(page);
  await page.locator('#faq summary').nth(2).click();
  await expect(page.locator('#faq details').nth(2).locator('p').first()).toBeVisible();
  await menu(page).getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL('/contact');
  await page.getByLabel('Your name *').fill('Ada Older');
  await page.getByLabel('Mobile Number *').fill('07700 900456');
  await page.getByLabel('Your e-mail *').fill('ada@example.org');
  await page.getByRole('button', { name: 'Request a callback' }).click();
  await expect(page).toHaveURL('/contact.php');
  await expect(page.getByText('Thank you! We will contact you shortly.')).toBeVisible();
}

test('in a browser before Firefox 115 the page stays as the server made it, its menu a part of it', async ({
  page,
  consoleMessages,
}) => {
  await takeAway(page, NEWER_STILL);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await useUnhydrated(page);
  expect(asked.filter((url) => /hydrate/.test(url))).toEqual([]);
  forget(consoleMessages, '404');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('and without popovers the menu is a part of the page that covers nothing', async ({
    page,
  }) => {
    await takeAway(page, NEWER_STILL);
    await page.goto('/');
    await expectCallable(page);
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
    await menu(page).getByRole('link', { name: 'Credit Hire' }).click();
    await expect(page).toHaveURL('/credit-hire');
  });
});
