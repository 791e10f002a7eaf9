import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface PageLinkProps {
  className: string;
  /** A path of the site, or `#` and a section of the same page. */
  to: string;
  children: ReactNode;
}

/**
 * A link to a page, or to a section of this one: that is left to the browser, which goes there
 * again when it is chosen again.
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
