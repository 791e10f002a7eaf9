import { statSync } from 'node:fs';
import { TOLERANCE } from '../support/page-weight.ts';
import { allowMessage, expect, test } from './console.ts';
import { IS_FULL, PATHS } from './every-page.ts';
import { waitForHydration } from './hydrated.ts';

/** The budget of a page which nobody touches: React, the page and its form, without the measuring. */
const BUDGET_BYTES = 96_000;

const compressedSize = (address: string) => statSync(`dist/public${address}.br`).size;

for (const path of IS_FULL ? PATHS : ['/'])
  test(`${path} keeps its scripts within their weight`, async ({ page, consoleMessages }) => {
    const scripts = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
    });
    await page.goto(path);
    await waitForHydration(page);
    await page.waitForLoadState('networkidle');
    const counted = [...scripts].filter((address) => !address.includes('/vitals-'));
    const sizes = counted.map((address) => [address, compressedSize(address)] as const);
    const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
    const list = sizes
      .sort(([, a], [, b]) => b - a)
      .map(([address, bytes]) => `${bytes} ${address}`);
    console.info(`Scripts of ${path}: ${total} of ${BUDGET_BYTES} bytes`);
    const limit = BUDGET_BYTES * TOLERANCE;
    expect(total, `${total} bytes:\n${list.join('\n')}\n`).toBeLessThanOrEqual(limit);
    allowMessage(consoleMessages, '404');
  });
