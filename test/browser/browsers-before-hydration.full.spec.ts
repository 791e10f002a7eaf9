import type { Page } from '@playwright/test';
import { createGate } from './connection/late.ts';
import { allowMessage, expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

/** Changes that extensions make to a page before React hydrates it. They run in the page. */
const CHANGES = {
  'a translator': () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (text.data.trim() && !text.parentElement?.closest('script, style')) found.push(text);
    }
    for (const text of found) {
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    }
    document.documentElement.lang = 'pl';
    document.documentElement.className = 'translated-ltr';
  },
  'a password manager': () => {
    for (const input of document.querySelectorAll('input, textarea'))
      input.after(document.createElement('div'));
  },
  'a dialler that wraps numbers': () => {
    for (const link of document.querySelectorAll('a[href^="tel:"]')) {
      const number = document.createElement('span');
      number.append(...link.childNodes);
      link.append(number);
    }
  },
  'a blocker that removes the call bar': () => document.querySelector('.callbar')?.remove(),
};

/** Opens a page as the server made it, and returns what lets its scripts go. */
async function openWithoutScripts(page: Page, path: string) {
  const scripts = createGate();
  await page.route('**/static/js/**', scripts.hold);
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('footer').last().waitFor();
  return scripts.letGo;
}

const tagsOf = (page: Page) =>
  page.evaluate(() => {
    const tags = 'link:not([rel=modulepreload],[rel=stylesheet]), meta[name], meta[property]';
    return [...document.head.querySelectorAll(tags)].map((tag) => tag.outerHTML).sort();
  });

async function takenOver(page: Page, letGo: () => Promise<unknown>): Promise<void> {
  await letGo();
  await waitForHydration(page);
}

for (const [who, change] of Object.entries(CHANGES)) {
  test(`what was typed, ticked and opened stays when ${who} changed the page`, async ({
    page,
    consoleMessages,
  }) => {
    const form = { Mobile: '07700 900456', 'Full name': 'Ada Example' };
    for (const path of ['/', '/contact']) {
      const letGo = await openWithoutScripts(page, path);
      const tags = await tagsOf(page);
      const question = page.locator('#faq details').nth(1);
      if (path === '/')
        await question.locator('summary').evaluate((summary: HTMLElement) => summary.click());
      for (const [id, text] of [
        ['mobile', form.Mobile],
        ['name', form['Full name']],
      ])
        await page.locator(`#callback-form [name=${id}]`).fill(text as string);
      const mobile = page.locator('#callback-form [name=mobile]');
      await mobile.evaluate((input: HTMLInputElement) => {
        input.focus();
        input.setSelectionRange(2, 5);
      });
      await page.evaluate(change);
      await takenOver(page, letGo);
      await expect(page.locator('#callback-form')).toHaveJSProperty('noValidate', true);
      await expect(mobile).toHaveValue(form.Mobile);
      await expect(page.locator('#callback-form [name=name]')).toHaveValue(form['Full name']);
      await expect(mobile).toBeFocused();
      expect(
        await mobile.evaluate(({ selectionStart, selectionEnd }: HTMLInputElement) => [
          selectionStart,
          selectionEnd,
        ]),
      ).toEqual([2, 5]);
      if (path === '/') await expect(question).toHaveAttribute('open', '');
      // Written anew, the head's own tags wait for the code that writes them.
      await expect.poll(() => tagsOf(page)).toEqual(tags);
      if (who === 'a translator') {
        await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
        await expect(page.locator('html')).toHaveClass('translated-ltr');
      }
      await page.evaluate(() => sessionStorage.clear());
    }

    const atWork = await openWithoutScripts(page, '/about');
    await page.locator('.nav__toggle').focus();
    await expect(page.locator('.nav__drop')).toBeVisible();
    await page.evaluate(change);
    await takenOver(page, atWork);
    await expect(page.locator('.nav__toggle')).toBeFocused();
    await expect(page.locator('.nav__toggle')).toHaveAttribute('aria-expanded', 'true');
    await expect(page.locator('.nav__drop')).toBeVisible();

    const toPrivacy = await openWithoutScripts(page, '/privacy-policy');
    await page.getByLabel('Do not measure my visits').check();
    await page.evaluate(change);
    await takenOver(page, toPrivacy);
    await expect(page.locator('.switch input')).toBeChecked();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('no-measuring'))).toBe('yes');
    await page.evaluate(() => localStorage.clear());

    const letGo = await openWithoutScripts(page, '/accident');
    await page.getByLabel('Registration').fill('QX71 ZZZ');
    await page.getByLabel('Stay calm: Done').check();
    await page.evaluate(change);
    await takenOver(page, letGo);
    await expect(page.locator('#note-registration')).toHaveValue('QX71 ZZZ');
    await expect(page.locator('[data-note=step-calm]')).toBeChecked();
    await expect(page.getByText('What you type stays on this device')).toBeVisible();
    await page.reload();
    await page.unrouteAll();
    await expect(page.locator('#note-registration')).toHaveValue('QX71 ZZZ');
    allowMessage(consoleMessages, /React error #4(18|23|25)/);
  });
}
