import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { safeDecode } from '../routes.ts';
import { attempt } from './attempt.ts';

/** Milliseconds without a scroll event after which scrolling has ended. */
const SCROLL_ENDED_MS = 200;

/** The time within which a returning page may grow to its former scroll position. */
const RESTORE_WINDOW_MS = 4000;

/**
 * Does for a navigation inside the site what a full page load does. Going on starts at the top, with
 * the focus on the new heading so that screen readers read the new page once, or at the section that
 * the address names. Going back or forward returns to the place at which the page was left.
 */
export function ScrollRestoration() {
  const { pathname, hash } = useLocation();
  const isPop = useNavigationType() === 'POP';
  const shown = useRef({ pathname, hash });

  useEffect(() => saveScrollPositions(shown), []);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { pathname, hash };
    const isSamePage = before.pathname === pathname;
    if (isSamePage && before.hash === hash) return;
    const isThere = isPop
      ? restoreScrollPosition()
      : scrollToSection(hash, isSamePage ? 'auto' : 'instant');
    if (isSamePage) return;
    if (!isThere) scrollTo({ top: 0, behavior: 'instant' });
    if (isPop || !isThere) focusOn(document.querySelector('main h1'));
  }, [pathname, hash, isPop]);

  return null;
}

/**
 * Saves the scroll position in each entry of the browser's history. The browser's own memory does
 * not do: it restores a position before React has put the page there.
 * @returns a function that ends it
 */
function saveScrollPositions(shown: RefObject<{ pathname: string }>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    // While a page is awaited after going back, the old one is still there.
    if (location.pathname !== shown.current.pathname) return;
    try {
      history.replaceState({ ...history.state, place: scrollY }, '');
    } catch {} // Safari allows 100 of these in 10 s
  };
  const saveDebounced = () => {
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
  addEventListener('scroll', saveDebounced, { passive: true });
  addEventListener('click', keep, true);
  addEventListener('pagehide', leaveToBrowser);
  addEventListener('pageshow', takeOver);
  return () => {
    clearTimeout(timer);
    removeEventListener('scroll', saveDebounced);
    removeEventListener('click', keep, true);
    removeEventListener('pagehide', leaveToBrowser);
    removeEventListener('pageshow', takeOver);
  };
}

/**
 * Scrolls to the visitor's position in this entry of the history, or to the section that the URL
 * names.
 */
export function restoreWithinPage(): void {
  if (!restoreScrollPosition()) scrollToSection(location.hash, 'auto');
}

/**
 * Restores the scroll position.
 * @returns false if it is not known: the visitor has not been here
 */
function restoreScrollPosition(): boolean {
  const scrollPosition: unknown = history.state?.place;
  if (typeof scrollPosition !== 'number') return false;
  let reached: number;
  const go = () => {
    scrollTo({ top: scrollPosition, behavior: 'instant' });
    reached = scrollY;
  };
  go();
  // Posts and pictures may still be coming. Whoever scrolls meanwhile knows better.
  const resizeObserver = attempt(() => new ResizeObserver(() => scrollY === reached && go()));
  resizeObserver?.observe(document.body);
  setTimeout(() => resizeObserver?.disconnect(), RESTORE_WINDOW_MS);
  return true;
}

/**
 * Shows a section.
 * @returns false if the page has no such section
 */
function scrollToSection(hash: string, behavior: ScrollBehavior): boolean {
  const section = hash ? document.getElementById(safeDecode(hash.slice(1))) : null;
  if (!section) return false;
  section.scrollIntoView({ behavior });
  focusOn(section);
  return true;
}

function focusOn(element: HTMLElement | null): void {
  if (element && element.tabIndex < 0) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}
