import type { ComponentProps } from 'react';
import { useLinkClickHandler, useLocation } from 'react-router-dom';
import { Icon } from '../ui/Icon.tsx';

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** An absolute path of the site, or `#` and a section of the same page. */
  to: string;
}

/**
 * A link to a page, or to a section of this one. Sections are left to the browser, which scrolls
 * there each time, even when the address does not change. React Router's own `Link` would bring
 * along its route matching and its fetching ahead, which is twice its weight.
 */
export function PageLink({ to, ...rest }: PageLinkProps) {
  const followInside = useLinkClickHandler<HTMLAnchorElement>(to);
  return <a {...rest} href={to} onClick={to.startsWith('#') ? undefined : followInside} />;
}

/** A link of the navigation: marked on its page, and on those below it. */
export function NavigationLink(props: PageLinkProps) {
  const { pathname } = useLocation();
  const here = pathname === props.to || pathname.startsWith(`${props.to}/`);
  return <PageLink className="nav__link" aria-current={here ? 'page' : undefined} {...props} />;
}

/**
 * A link on a line of its own. Its arrow is kept with the last word, so that it never stands alone
 * on a line.
 */
export function ArrowLink({ to, children }: { to: string; children: string }) {
  const lastWord = children.lastIndexOf(' ') + 1;
  return (
    <PageLink className="arrow" to={to}>
      {children.slice(0, lastWord)}
      <span className="keep">
        {children.slice(lastWord)}
        <Icon name="arrow-right" />
      </span>
    </PageLink>
  );
}
