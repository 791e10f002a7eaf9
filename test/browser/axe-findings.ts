import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** WCAG 2.2 levels A and AA, the contrast of level AAA, and what axe calls best practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Only the rules about colour can find a difference between the themes. */
const COLOUR_RULES = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block'];

/**
 * What axe finds on a page, or a part of it, in both themes, as lines of text.
 * @param part a selector
 */
export async function axeFindings(page: Page, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const lines: string[] = [];
  for (const [colorScheme, runOnly] of [
    ['light', { type: 'tag', values: RULES }],
    ['dark', { type: 'rule', values: COLOUR_RULES }],
  ] as const) {
    // Without motion, colours change from one theme to the other at once.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const findings = await page.evaluate(
      async ([part, options]) => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') };
        const { violations } = await axe.run(part, options);
        return violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
        );
      },
      [part, { runOnly, resultTypes: ['violations'] } as unknown as RunOptions] as const,
    );
    lines.push(...findings.map((finding) => `${colorScheme} ${finding}`));
  }
  return lines;
}
