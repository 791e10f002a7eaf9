/** WCAG 2.2 levels A and AA, the contrast of level AAA, and what axe calls best practice. */
export const AXE_RULES = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
