/** Runs in the page. Addresses of what is shown and leads to a place in a page, but for the form's. */
export function placesLinkedTo(): string[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href*="#"]:not(.skip)')];
  const addresses = links.map((link) => link.getAttribute('href') ?? '');
  return [...new Set(addresses)].filter((address) => !address.startsWith('#callback'));
}

/**
 * Runs in the page.
 * @returns 'seen' when the target of a jump is on the screen, with the header above it and nothing in
 *   front of it
 */
export function arrivalAt(id: string): string {
  const target = document.getElementById(id);
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  if (!target) return 'missing';
  const { top, bottom, left } = target.getBoundingClientRect();
  if (top < header || Math.min(top + 40, bottom) > innerHeight) return `at ${top}`;
  const seen = document.elementFromPoint(left + 20, top + 10);
  return target.contains(seen) || seen?.contains(target) ? 'seen' : 'covered';
}

/** Runs in the page. The words of the rows that are marked in the table of who pays. */
export const markedRows = () =>
  [...document.querySelectorAll('.who-pays tr')]
    .filter((row) => getComputedStyle(row).outlineStyle === 'solid')
    .map(({ textContent }) => textContent);
