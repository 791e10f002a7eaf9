import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** WCAG 2.2 levels A and AA, the contrast of level AAA, and what axe calls best practice. */
const RULES: RunOptions['runOnly'] = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** Only the rules about colour can find a difference between the themes. */
const COLOUR_RULES: RunOptions['runOnly'] = {
  type: 'rule',
  values: ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block'],
};

/**
 * Returns the issues that axe finds in a page, or a part of it, in both themes.
 * @param part a selector
 */
export async function axeFindings(page: Page, part = 'html'): Promise<string[]> {
  const lines: string[] = [];
  for (const [colorScheme, runOnly] of [
    ['light', RULES],
    ['dark', COLOUR_RULES],
  ] as const) {
    // Without motion, colours change from one theme to the other at once.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
    const { violations } = await page.evaluate(
      ([part, options]): Promise<AxeResults> =>
        (window as unknown as { axe: typeof axe }).axe.run(part, options),
      [part, { runOnly, resultTypes: ['violations'] } satisfies RunOptions] as const,
    );
    for (const { id, nodes } of violations)
      lines.push(`${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }
  return lines;
}
