import type { Page } from '@playwright/test';
import { allowMessage, expect, test } from '../console.ts';
import { IS_FULL, PATHS } from '../every-page.ts';
import { waitForHydration } from '../hydrated.ts';

const IF_MEANT = 'the tab order changed; if that is meant: npm run record';
const MOST_STOPS = 120;
/** The page whose header and footer are walked for all. */
const WITH_FRAME = '/terms';

interface Stop {
  /** Index in the document, to know when the walk is complete. */
  id: number;
  /** True between header and footer. */
  inMain: boolean;
  /** The fault of the visible focus; empty when there is none. */
  fault: string;
}

/** Returns the focused element and how its focus shows; null when the focus has left the page. */
function focusedStop(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return null;
    const id = Array.prototype.indexOf.call(document.querySelectorAll('*'), focused);
    const stop = { id, inMain: focused.closest('main') !== null, fault: '' };
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused);
    const ringed =
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
    if (!ringed) return { ...stop, fault: 'no focus ring' };
    const box = focused.getBoundingClientRect();
    if (box.width === 0 || box.bottom <= 0 || box.top >= innerHeight)
      return { ...stop, fault: 'off the screen' };
    for (const bar of document.querySelectorAll('.header, .callbar')) {
      const over = bar.getBoundingClientRect();
      const shown = getComputedStyle(bar).visibility === 'visible' && over.height > 0;
      const overlaps = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top) > 1;
      if (shown && overlaps && !bar.contains(focused) && !focused.matches('.skip'))
        return { ...stop, fault: `under ${bar.className}` };
    }
    return stop;
  });
}

/** Returns role and name of the focused element, on one line. */
async function nameOfFocus(page: Page): Promise<string> {
  const [name = ''] = (await page.locator(':focus').ariaSnapshot()).split('\n');
  return name
    .replace(/^- /, '')
    .replace(/^text:/, 'summary')
    .replace(/:$/, '')
    .replace(/^'(.*)'$/, '$1');
}

/**
 * Presses Tab until the focus leaves the page, or the part of it.
 * @returns role and name of every stop, and the stops whose focus could not be seen
 */
async function walk(page: Page, part: 'page' | 'main'): Promise<string[]> {
  const stops: string[] = [];
  const faults: string[] = [];
  const seen = new Set<number>();
  let last: number | undefined;
  for (let count = 0; count < MOST_STOPS; count++) {
    await page.keyboard.press('Tab');
    const stop = await focusedStop(page);
    if (stop && stop.id === last) continue; // the parts of a date or a time
    if (!stop || seen.has(stop.id) || (part === 'main' && !stop.inMain)) {
      expect(faults).toEqual([]);
      return stops;
    }
    last = stop.id;
    seen.add(stop.id);
    const name = await nameOfFocus(page);
    stops.push(name);
    if (stop.fault) faults.push(`${name}: ${stop.fault}`);
  }
  throw new Error(`more than ${MOST_STOPS} stops, or a trap`);
}

async function walkAtBothWidths(page: Page, path: string, part: 'page' | 'main'): Promise<string> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const recorded: string[] = [];
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    await waitForHydration(page);
    if (part === 'main') await page.evaluate(() => document.getElementById('main')?.focus());
    recorded.push(`# ${path} at ${width} px`, ...(await walk(page, part)), '');
  }
  return recorded.join('\n');
}

if (IS_FULL)
  test('the keyboard reaches header, page and footer in order, the skip link first', async ({
    page,
  }) => {
    const recorded = await walkAtBothWidths(page, WITH_FRAME, 'page');
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
    await expect(page.locator('#main')).toBeFocused();
    expect(recorded, IF_MEANT).toMatchSnapshot(['tab-order', 'header-page-footer.txt']);
  });

// The note pad of /accident alone has 77 stops.
for (const path of IS_FULL ? PATHS : ['/contact'])
  test(`the keyboard reaches everything on ${path} in order, with a visible focus`, async ({
    page,
    consoleMessages,
  }) => {
    const recorded = await walkAtBothWidths(page, path, 'main');
    allowMessage(consoleMessages, '404');
    const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
    expect(recorded, IF_MEANT).toMatchSnapshot(['tab-order', `${name}.txt`]);
  });
