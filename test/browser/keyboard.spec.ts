import type { Page } from '@playwright/test';
import { STATIC_PATHS } from '../../shared/addresses.ts';
import { expect, forget, test } from './console.ts';
import { hydrated } from './hydrated.ts';

const POST = '/blogs/credit-hire-in-plain-english';
const MOST_STOPS = 120;

interface Stop {
  /** Index in the document, to know when the round is over. */
  id: number;
  /** What is wrong with where the focus is seen; empty when nothing is. */
  fault: string;
}

/** Where the focus is now and how it shows; null when it has left the page. */
function focusedStop(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return null;
    const id = Array.prototype.indexOf.call(document.querySelectorAll('*'), focused);
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused);
    const ringed =
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
    if (!ringed) return { id, fault: 'no focus ring' };
    const box = focused.getBoundingClientRect();
    if (box.width === 0 || box.bottom <= 0 || box.top >= innerHeight)
      return { id, fault: 'off the screen' };
    for (const bar of document.querySelectorAll('.header, .callbar')) {
      const over = bar.getBoundingClientRect();
      const shown = getComputedStyle(bar).visibility === 'visible' && over.height > 0;
      const overlaps = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top) > 1;
      if (shown && overlaps && !bar.contains(focused) && !focused.matches('.skip'))
        return { id, fault: `under ${bar.className}` };
    }
    return { id, fault: '' };
  });
}

/**
 * Presses Tab from the top of a page to its end: role and name of every stop, and where the focus
 * was not to be seen.
 */
async function walk(page: Page): Promise<{ stops: string[]; faults: string[] }> {
  const stops: string[] = [];
  const faults: string[] = [];
  const seen = new Set<number>();
  let last: number | undefined;
  for (let count = 0; count < MOST_STOPS; count++) {
    await page.keyboard.press('Tab');
    const stop = await focusedStop(page);
    if (stop && stop.id === last) continue; // the parts of a date or a time
    if (!stop || seen.has(stop.id)) return { stops, faults };
    last = stop.id;
    seen.add(stop.id);
    const [name = ''] = (await page.locator(':focus').ariaSnapshot()).split('\n');
    const line = name
      .replace(/^- /, '')
      .replace(/^text:/, 'summary')
      .replace(/:$/, '')
      .replace(/^'(.*)'$/, '$1');
    stops.push(line);
    if (stop.fault) faults.push(`${line}: ${stop.fault}`);
  }
  throw new Error(`more than ${MOST_STOPS} stops, or a trap`);
}

for (const path of [...STATIC_PATHS, POST, '/no-such-page'])
  test(`the keyboard reaches everything on ${path} in reading order, and the focus is always seen`, async ({
    page,
    consoleMessages,
  }) => {
    test.setTimeout(60_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const recorded: string[] = [];
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await hydrated(page);
      const { stops, faults } = await walk(page);
      expect(faults, `at ${width} px`).toEqual([]);
      recorded.push(`# ${path} at ${width} px`, ...stops, '');
    }
    forget(consoleMessages, '404');
    const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
    expect(recorded.join('\n')).toMatchSnapshot(['tab-order', `${name}.txt`]);
  });
