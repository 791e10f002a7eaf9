/**
 * Large call buttons, and the button of the callback form, that are on the screen, or new and not
 * yet reported on: those count, or the bar would flash in at every page.
 */
const inView = new Set<Element>();
const listeners = new Set<() => void>();

let observer: IntersectionObserver | undefined;
/** False until it is known where the buttons of the server's page are. */
let known = false;

function onIntersection(entries: IntersectionObserverEntry[]): void {
  known = true;
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inView.add(target);
    else inView.delete(target);
  }
  tellListeners();
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

/** Watches whether a large call button is on the screen. Browser only. @returns ends the watch */
export function watchCallButton(button: Element): () => void {
  observer ??= new IntersectionObserver(onIntersection);
  observer.observe(button);
  inView.add(button);
  return () => {
    observer?.unobserve(button);
    inView.delete(button);
    tellListeners();
  };
}

/** For `useSyncExternalStore`. */
export function onCallButtonsChange(listener: () => void): () => void {
  listeners.add(listener);
  known ||= !document.querySelector('.btn--lg');
  return () => {
    listeners.delete(listener);
  };
}

/** Browser only. */
export function isCallButtonInView(): boolean {
  return !known || inView.size > 0;
}
