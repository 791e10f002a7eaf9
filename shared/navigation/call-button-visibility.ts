import { createContext, type RefCallback } from 'react';
import { attempt } from '../site/attempt.ts';
import { createObservable, type Observable } from '../site/observable.ts';

/** The large call buttons of a page, and the button of the callback form. */
export interface CallButtonVisibility {
  /** The `ref` of such a button: watches whether it is on the screen, until it is removed. */
  watch: RefCallback<Element>;
  /**
   * True while a button is on the screen, and until the buttons of the server's page have been
   * seen. False in a browser that cannot tell.
   */
  inView: Observable<boolean>;
}

export function createCallButtons(): CallButtonVisibility {
  const inView = createObservable(true);
  /**
   * Buttons in view. New ones count until they are reported on, or the call bar would flash in at
   * every page.
   */
  const visible = new Set<Element>();
  let observer: IntersectionObserver | undefined;

  function onIntersection(entries: IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) visible.add(target);
      else visible.delete(target);
    }
    inView.set(visible.size > 0);
  }

  function observe(button: Element | null) {
    if (!button) return undefined;
    observer ??= attempt(() => new IntersectionObserver(onIntersection));
    if (!observer) {
      inView.set(false);
      return undefined;
    }
    observer.observe(button);
    visible.add(button);
    inView.set(true);
    return () => {
      observer?.unobserve(button);
      visible.delete(button);
      inView.set(visible.size > 0);
    };
  }

  return { watch: observe, inView };
}

export const CallButtonsContext = createContext<CallButtonVisibility>(createCallButtons());
