/** Runs in the page. Text that is not black, and boxes that are not white. */
export function inked(): string[] {
  const faults = new Set<string>();
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility() || element.closest('svg, img, iframe')) continue;
    const { backgroundColor, backgroundImage, color } = getComputedStyle(element);
    if (color !== 'rgb(0, 0, 0)') faults.add(`${element.className}: text in ${color}`);
    if (backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none')
      faults.add(`${element.className}: on ${backgroundColor} ${backgroundImage}`);
  }
  return [...faults];
}
