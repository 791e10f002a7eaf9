import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useCompany } from '../site/site-context.ts';
import { Icon } from '../ui/Icon.tsx';
import { PhoneLink, PhoneNumber } from '../ui/PhoneLink.tsx';
import { PageLink } from './PageLink.tsx';

/**
 * Phones only: a call is one thumb away at any scroll position. It leaves the screen while a large
 * call button or the button of the callback form is there. It starts off the screen, since most
 * pages open with such a button; without JavaScript the stylesheet keeps it in place.
 */
export function CallBar() {
  const { phone24h } = useCompany();
  const { pathname } = useLocation();
  const away = useSyncExternalStore(onCallButtonsChange, isCallButtonInView, () => true);
  return (
    <section className="callbar" aria-label="Call us" data-away={away || undefined}>
      <PhoneLink className="btn btn--call" phone={phone24h}>
        <Icon name="phone" />
        <span className="num">
          Call <PhoneNumber phone={phone24h} />
        </span>
      </PhoneLink>
      <PageLink
        className="btn btn--line"
        to={pathname === '/' || pathname === '/contact' ? '#callback-name' : '/contact'}
      >
        Ring me
      </PageLink>
    </section>
  );
}

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

/** As the `ref` of a large call button: watches whether it is on the screen, until it is gone. */
export function watchCallButton(button: Element | null): (() => void) | undefined {
  if (!button) return undefined;
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
function onCallButtonsChange(listener: () => void): () => void {
  listeners.add(listener);
  known ||= !document.querySelector('.btn--lg');
  return () => {
    listeners.delete(listener);
  };
}

/** Browser only. */
function isCallButtonInView(): boolean {
  return !known || inView.size > 0;
}
