import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { decoded } from '../addresses.ts';

/** Milliseconds without a scroll event after which scrolling has ended. */
const SCROLL_ENDED_MS = 200;

/** The time within which a returning page may grow to its former scroll position. */
const GROWING_MS = 4000;

/**
 * Does for a navigation inside the site what a full page load does. Going on starts at the top, with
 * the focus on the new heading so that screen readers read the new page once, or at the section that
 * the address names. Going back or forward returns to the place at which the page was left.
 */
export function Places() {
  const { pathname, hash } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const shown = useRef({ pathname, hash });

  useEffect(() => keepPlaces(shown), []);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { pathname, hash };
    const isSamePage = before.pathname === pathname;
    if (isSamePage && before.hash === hash) return;
    const isThere = isReturn ? returnToPlace() : showSection(hash, isSamePage ? 'auto' : 'instant');
    if (isSamePage) return;
    if (!isThere) scrollTo({ top: 0, behavior: 'instant' });
    if (isReturn || !isThere) focusOn(document.querySelector('main h1'));
  }, [pathname, hash, isReturn]);

  return null;
}

/**
 * Saves the scroll position in each entry of the browser's history. The browser's own memory does
 * not do: it restores a position before React has put the page there.
 * @returns a function that ends it
 */
function keepPlaces(shown: RefObject<{ pathname: string }>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    // While a page is awaited after going back, the old one is still there.
    if (location.pathname !== shown.current.pathname) return;
    try {
      history.replaceState({ ...history.state, place: scrollY }, '');
    } catch {} // Safari allows 100 of these in 10 s
  };
  const keepSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, SCROLL_ENDED_MS);
  };
  // After a reload, and on the way back from another site, the browser's memory is right.
  const leaveToBrowser = () => {
    history.scrollRestoration = 'auto';
  };
  // Also when the browser brings the page back as it was left.
  const takeOver = () => {
    history.scrollRestoration = 'manual';
  };
  takeOver();
  addEventListener('scroll', keepSoon, { passive: true });
  addEventListener('click', keep, true);
  addEventListener('pagehide', leaveToBrowser);
  addEventListener('pageshow', takeOver);
  return () => {
    clearTimeout(timer);
    removeEventListener('scroll', keepSoon);
    removeEventListener('click', keep, true);
    removeEventListener('pagehide', leaveToBrowser);
    removeEventListener('pageshow', takeOver);
  };
}

/**
 * Scrolls to the visitor's position in this entry of the history, or to the section that the URL
 * names.
 */
export function arriveWithinPage(): void {
  if (!returnToPlace()) showSection(location.hash, 'auto');
}

/**
 * Restores the scroll position.
 * @returns false if it is not known: the visitor has not been here
 */
function returnToPlace(): boolean {
  const place: unknown = history.state?.place;
  if (typeof place !== 'number') return false;
  let reached: number;
  const go = () => {
    scrollTo({ top: place, behavior: 'instant' });
    reached = scrollY;
  };
  go();
  // Posts and pictures may still be coming. Whoever scrolls meanwhile knows better.
  const growing = new ResizeObserver(() => scrollY === reached && go());
  growing.observe(document.body);
  setTimeout(() => growing.disconnect(), GROWING_MS);
  return true;
}

/**
 * Shows a section.
 * @returns false if the page has no such section
 */
function showSection(hash: string, behavior: ScrollBehavior): boolean {
  const section = hash ? document.getElementById(decoded(hash.slice(1))) : null;
  if (!section) return false;
  section.scrollIntoView({ behavior });
  focusOn(section);
  return true;
}

function focusOn(element: HTMLElement | null): void {
  if (element && element.tabIndex < 0) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}
