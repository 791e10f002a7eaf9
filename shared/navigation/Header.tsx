import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { capitalize } from '../site/claims.ts';
import { WIDE_NAVIGATION_QUERY } from '../site/constants.ts';
import { useCompany, useSite, useWording } from '../site/site-context.ts';
import { Icon } from '../ui/Icon.tsx';
import { PhoneLink } from '../ui/PhoneLink.tsx';
import { Logo } from './Logo.tsx';
import { NavDropdown } from './NavDropdown.tsx';
import { useIsNavigationSlow } from './navigation-context.ts';
import { NavLink } from './PageLink.tsx';
import './header.css';
import './nav.css';

const LINKS_BEFORE = [
  ['/', 'Home'],
  ['/about', 'About Us'],
  ['/accident', 'Accident'],
] as const;
const LINKS_AFTER = [
  ['/bodyshop-repairs', 'Bodyshop Repairs'],
  ['/blogs', 'Blogs'],
  ['/contact', 'Contact Us'],
] as const;

function navItem([path, label]: readonly [string, string]) {
  return (
    <li className="nav__item" key={path}>
      <NavLink to={path}>{label}</NavLink>
    </li>
  );
}

/**
 * The sticky header. Below the navigation breakpoint the menu is a popover: the browser opens and
 * closes it, gives it Escape, a tap outside and the button's expanded state, with and without
 * JavaScript.
 */
export function Header() {
  const { pathname } = useLocation();
  const late = useIsNavigationSlow();
  const { noBlog } = useSite();
  const menu = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);

  // Closes when the path changes, and above the word that the next page is loading. A menu that was
  // opened before React took over the page stays open.
  useEffect(() => {
    if (late || shownPath.current !== pathname) closeMenu(menu.current);
    shownPath.current = pathname;
  }, [pathname, late]);

  // A menu left open on a tablet that is turned would stay in the top layer, outside the header's
  // row.
  useEffect(() => {
    const wide = window.matchMedia(WIDE_NAVIGATION_QUERY);
    const close = () => closeMenu(menu.current);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);

  // iOS 17 to 18.2 leaves the menu open at a tap outside.
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (!menu.current?.parentElement?.contains(target as Node)) closeMenu(menu.current);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, []);

  return (
    <header className="header">
      <div className="wrap header__row">
        <Logo />
        <nav className="nav" id="site-nav" aria-label="Main" popover="auto" ref={menu}>
          <ul className="nav__list">
            {LINKS_BEFORE.map(navItem)}
            <NavDropdown />
            {LINKS_AFTER.filter(([path]) => path !== '/blogs' || !noBlog).map(navItem)}
          </ul>
        </nav>
        <Helpline />
        <button className="burger" type="button" popoverTarget="site-nav">
          <span className="vh">Menu</span>
          <Icon name="menu" />
          <Icon name="x" />
        </button>
      </div>
    </header>
  );
}

/** Stands in for a header that failed. */
export function HeaderFallback() {
  return (
    <header className="header">
      <div className="wrap header__row">
        <Logo />
        <Helpline />
      </div>
    </header>
  );
}

function Helpline() {
  const { phone24h } = useCompany();
  const { helpline } = useWording();
  return (
    <PhoneLink className="tel" phone={phone24h}>
      <Icon name="phone" />
      <span>
        <span className="vh">{`${capitalize(helpline)}: `}</span>
        <bdi>{phone24h}</bdi>
      </span>
    </PhoneLink>
  );
}

/** Closes the menu in browsers with popovers; in others client/menu-fallback.ts does. */
function closeMenu(menu: HTMLElement | null): void {
  menu?.hidePopover?.();
}
