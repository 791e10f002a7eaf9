import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface PageLinkProps {
  className: string;
  /** A path of the site, or `#` and a section of the same page. */
  to: string;
  children: ReactNode;
}

/**
 * A link to a page, or to a section of this one. Sections are left to the browser, which scrolls
 * there each time, even when the address does not change.
 */
export function PageLink({ className, to, children }: PageLinkProps) {
  return to.startsWith('#') ? (
    <a className={className} href={to}>
      {children}
    </a>
  ) : (
    <Link className={className} to={to}>
      {children}
    </Link>
  );
}
