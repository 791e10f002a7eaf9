import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { decoded } from '../addresses.ts';

/**
 * Does for a navigation inside the site what a full page load does: start at the top, with the
 * focus on the new heading so that screen readers read the new page once. Going back starts at the
 * top as well: "the page scrolls to the top whenever the path changes" (docs/specification.md,
 * section 2). A hash moves to its section.
 */
export function NavigationEffects() {
  const { pathname, hash } = useLocation();
  const shown = useRef({ pathname, hash });

  useEffect(() => {
    history.scrollRestoration = 'manual';
    // After a reload, or on the way back from another site, the browser restores the position
    // itself.
    const handBack = () => {
      history.scrollRestoration = 'auto';
    };
    addEventListener('pagehide', handBack);
    return () => removeEventListener('pagehide', handBack);
  }, []);

  useEffect(() => {
    const before = shown.current;
    shown.current = { pathname, hash };
    if (before.pathname === pathname && before.hash === hash) return;
    const section = hash ? document.getElementById(decoded(hash.slice(1))) : null;
    if (section) {
      // What is folded has a guessed height, and a jump would miss its target.
      document.documentElement.classList.add('unfolded');
      const behavior = before.pathname === pathname ? 'auto' : 'instant';
      section.scrollIntoView({ behavior });
      focusOn(section);
    } else if (before.pathname !== pathname) {
      scrollTo({ top: 0, behavior: 'instant' });
      focusOn(document.querySelector('main h1'));
    }
  }, [pathname, hash]);

  return null;
}

function focusOn(element: HTMLElement | null): void {
  if (element && element.tabIndex < 0) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}
