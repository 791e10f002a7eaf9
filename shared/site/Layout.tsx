import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { CallBar } from '../navigation/CallBar.tsx';
import { Footer } from '../navigation/Footer.tsx';
import { Header, HeaderWithoutMenu } from '../navigation/Header.tsx';
import { NavigationEffects } from '../navigation/NavigationEffects.tsx';
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
