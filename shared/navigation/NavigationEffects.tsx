import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

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
    const { history } = window;
    history.scrollRestoration = 'manual';
    // After a reload, or on the way back from another site, the browser restores the position
    // itself.
    const handBack = () => {
      history.scrollRestoration = 'auto';
    };
    window.addEventListener('pagehide', handBack);
    return () => window.removeEventListener('pagehide', handBack);
  }, []);

  useEffect(() => {
    const before = shown.current;
    shown.current = { pathname, hash };
    if (before.pathname === pathname && before.hash === hash) return;
    const section = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (section) {
      unfold();
      const behavior = before.pathname === pathname ? 'auto' : 'instant';
      section.scrollIntoView({ behavior });
      focusOn(section);
    } else if (before.pathname !== pathname) {
      window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
      const heading = document.querySelector<HTMLElement>('main h1');
      if (heading) focusOn(heading);
    }
  }, [pathname, hash]);

  return null;
}

/** What is folded has a guessed height (shared/site/styles/modes.css): a jump would miss its target. */
function unfold(): void {
  for (const animation of document.getAnimations())
    if ('animationName' in animation && animation.animationName === 'unfold') animation.finish();
}

function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
