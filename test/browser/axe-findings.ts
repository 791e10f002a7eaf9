import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** WCAG 2.2 levels A and AA, the contrast of level AAA, and what axe calls best practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Only the rules about colour can find a difference between the themes. */
const COLOUR_RULES = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block'];

/**
 * What axe finds on a page, or a part of it, in both themes, as lines of text.
 * @param part a selector
 */
export async function axeFindings(page: Page, part = 'html'): Promise<string[]> {
  const axe = () => new AxeBuilder({ page }).include(part);
  const lines: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion, colours change from one theme to the other at once.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await (colorScheme === 'light'
      ? axe().withTags(RULES)
      : axe().withRules(COLOUR_RULES)
    ).analyze();
    lines.push(
      ...violations.map(
        ({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map((node) => node.html).join(' | ')}`,
      ),
    );
  }
  return lines;
}
