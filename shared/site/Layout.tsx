import type { ReactNode } from 'react';
import type { Head } from '../head/head.ts';
import { Seo } from '../head/Seo.tsx';
import { CallBar } from '../navigation/CallBar.tsx';
import { Footer } from '../navigation/Footer.tsx';
import { Header } from '../navigation/Header.tsx';

/**
 * What every page shares: its head, the skip link first in the tab order, the sticky header, the
 * content, the footer.
 */
export function Layout({ head, children }: { head: Head; children: ReactNode }) {
  return (
    <>
      <Seo head={head} />
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
