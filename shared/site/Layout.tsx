import type { ReactNode } from 'react';
import { CallBar } from '../navigation/CallBar.tsx';
import { Footer } from '../navigation/Footer.tsx';
import { Header } from '../navigation/Header.tsx';

/**
 * What every page shares: the skip link first in the tab order, the sticky header, the content, the
 * footer.
 */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <CallBar />
    </>
  );
}
