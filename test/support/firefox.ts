import puppeteer from 'puppeteer-core';
import type { Browser } from './browser.ts';

/**
 * Starts Debian's Firefox, driven over WebDriver BiDi.
 * @throws when there is none: a test that needs it must not pass without
 */
export async function startFirefox(early: string): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    extraPrefsFirefox: {
      // As on a phone, and in the other browsers under test: they take no room.
      'ui.useOverlayScrollbars': 1,
    },
  });
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(early);
  return {
    open: async (url) => void (await page.goto(url)),
    resize: (width, height) => page.setViewport({ width, height }),
    evaluate: (expression) => page.evaluate(expression) as Promise<string>,
    press: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    close: () => browser.close(),
  };
}
