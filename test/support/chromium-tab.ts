import type { Browser } from './browser.ts';
import { launchChromium } from './chromium.ts';

/** Starts the Chromium of the browser tests, in the form that the other engines have. */
export async function startChromium(early: string): Promise<Browser> {
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.addInitScript(early);
  return {
    open: async (url) => void (await page.goto(url)),
    resize: (width, height) => page.setViewportSize({ width, height }),
    evaluate: (expression) => page.evaluate<string>(expression),
    press: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    close: () => browser.close(),
  };
}
