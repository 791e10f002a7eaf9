import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { decoded } from '../addresses.ts';
import { CallBar } from '../navigation/CallBar.tsx';
import { Footer } from '../navigation/Footer.tsx';
import { Header, HeaderWithoutMenu } from '../navigation/Header.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/**
 * What every page shares: the skip link first in the tab order, the sticky header, the content, the
 * footer. Whatever fails among them, the phone number stays.
 */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <ErrorBoundary path={pathname} fallback={<HeaderWithoutMenu />}>
        <Header />
      </ErrorBoundary>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <ErrorBoundary path={pathname} fallback={null}>
        <CallBar />
      </ErrorBoundary>
      <ErrorBoundary path={pathname} fallback={null}>
        <NavigationEffects />
      </ErrorBoundary>
    </>
  );
}

/**
 * Does for a navigation inside the site what a full page load does: start at the top, with the
 * focus on the new heading so that screen readers read the new page once. Going back starts at the
 * top as well: "the page scrolls to the top whenever the path changes" (docs/specification.md,
 * section 2). A hash moves to its section.
 */
function NavigationEffects() {
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
