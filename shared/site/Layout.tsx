import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { CallBar } from '../navigation/CallBar.tsx';
import { CallButtonsContext, createCallButtons } from '../navigation/call-button-visibility.ts';
import { Footer } from '../navigation/Footer.tsx';
import { Header, HeaderFallback } from '../navigation/Header.tsx';
import { useIsNavigationSlow } from '../navigation/navigation-context.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ScrollRestoration } from './ScrollRestoration.tsx';
import './layout.css';

/**
 * The frame of every page: the skip link first in the tab order, the sticky header, the content,
 * the footer. The phone number stays when any of them fails.
 */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [callButtons] = useState(createCallButtons);
  const late = useIsNavigationSlow();
  return (
    <CallButtonsContext value={callButtons}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <ErrorBoundary path={pathname} fallback={<HeaderFallback />}>
        <Header />
      </ErrorBoundary>
      <main id="main" tabIndex={-1} aria-busy={late || undefined}>
        {children}
      </main>
      <Footer />
      <ErrorBoundary path={pathname} fallback={null}>
        <CallBar />
      </ErrorBoundary>
      <ErrorBoundary path={pathname} fallback={null}>
        <ScrollRestoration />
      </ErrorBoundary>
      {late ? (
        <p className="loading" role="status">
          Loading…
        </p>
      ) : null}
    </CallButtonsContext>
  );
}
