import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** WCAG 2.2 levels A and AA, the contrast of level AAA, and what axe calls best practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Only the rules about colour can find a difference between the themes. */
const COLOUR_RULES = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block'];

/**
 * What axe finds wrong with a page, or a part of it, and what it could not judge.
 * @param part a selector
 */
export async function runAxe(
  page: Page,
  runOnly: RunOptions['runOnly'],
  part = 'html',
): Promise<Pick<AxeResults, 'violations' | 'incomplete'>> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    ...(runOnly && { runOnly }),
    resultTypes: ['violations', 'incomplete'],
  };
  return page.evaluate(
    async ([part, options]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations, incomplete } = await axe.run(part, options);
      return { violations, incomplete };
    },
    [part, options] as const,
  );
}

/** What axe finds wrong in both themes, as lines of text. */
export async function axeFindings(page: Page, part?: string): Promise<string[]> {
  const lines: string[] = [];
  for (const [colorScheme, runOnly] of [
    ['light', { type: 'tag', values: RULES }],
    ['dark', { type: 'rule', values: COLOUR_RULES }],
  ] as const) {
    // Without motion, colours change from one theme to the other at once.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await runAxe(page, { ...runOnly, values: [...runOnly.values] }, part);
    lines.push(
      ...violations.map(
        ({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
      ),
    );
  }
  return lines;
}
