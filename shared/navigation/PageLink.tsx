import { type ComponentProps, type MouseEvent, useContext } from 'react';
import { useLocation } from 'react-router-dom';
import { Icon } from '../ui/Icon.tsx';
import { NavigationContext } from './navigation-context.ts';

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** An absolute path of the site, or `#` and a section of the same page. */
  to: string;
}

/**
 * A link to a page, or to a section of this one. Sections are left to the browser, which scrolls
 * there each time, even when the address does not change; so is a click that asks for another tab or
 * window. A text fragment (`#:~:text=`) is scrolled to only by a page load.
 */
export function PageLink({ to, ...rest }: PageLinkProps) {
  const { follow } = useContext(NavigationContext);
  const onClick = (event: MouseEvent) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isUnmodifiedClick = button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);
    if (!follow || !isUnmodifiedClick || to.startsWith('#') || to.includes('#:~:')) return;
    event.preventDefault();
    follow(to);
  };
  return <a {...rest} href={to} onClick={onClick} />;
}

/** A link of the navigation: marked on its page, and on those below it. */
export function NavLink(props: PageLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = pathname === props.to || pathname.startsWith(`${props.to}/`);
  return (
    <PageLink className="nav__link" aria-current={isCurrent ? 'page' : undefined} {...props} />
  );
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
