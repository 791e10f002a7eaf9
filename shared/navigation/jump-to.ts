/**
 * Moves focus to an element and shows it at once: smooth scrolling would lose the focus on the way.
 */
export function jumpTo(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
}
