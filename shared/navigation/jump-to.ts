/**
 * Moves focus to an element and shows it at once: a focus that scrolls smoothly is lost on the way.
 */
export function jumpTo(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
}
