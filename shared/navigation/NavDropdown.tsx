import { useEffect, useRef, useState } from 'react';
import { DROPDOWN_CLOSE_DELAY_MS, WIDE_NAVIGATION_QUERY } from '../site/constants.ts';
import { Icon } from '../ui/Icon.tsx';
import { NavLink } from './PageLink.tsx';

/**
 * Replacement Vehicles with its own button for what stands below it, Credit Hire. On wide screens a mouse opens it by
 * pointing and it closes a moment after the pointer has left; a click leaves open what pointing has
 * opened. Keyboard and touch use the button. Escape closes it, wherever the focus is (WCAG 1.4.13).
 * Before hydration and without JavaScript neither `data-open` nor `aria-expanded` is there, and the
 * stylesheet opens the list on hover and focus, or keeps it open in the stacked menu.
 */
export function NavDropdown() {
  const item = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Undefined before hydration. */
  const [openedBy, setOpenedBy] = useState<'pointing' | 'button' | null>();
  const open = openedBy === undefined ? undefined : openedBy !== null;

  // What the stylesheet opened for a pointer or the focus stays open.
  useEffect(() => {
    const openedBefore = () => {
      if (isWide() && item.current?.matches(':hover')) return 'pointing';
      return isWide() && item.current?.matches(':focus-within') ? 'button' : null;
    };
    // A turn later, when client/keep-visitor-work.ts has put the focus back.
    const taking = setTimeout(setOpenedBy, 0, (before: typeof openedBy) =>
      before === undefined ? openedBefore() : before,
    );
    return () => {
      clearTimeout(taking);
      clearTimeout(closeTimer.current);
    };
  }, []);

  useEffect(() => {
    if (!open) return;
    // A press elsewhere closes it where buttons take no focus that could leave: in Safari.
    const onPress = ({ target }: Event) => {
      if (isWide() && !item.current?.contains(target as Node)) setOpenedBy(null);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Escape closes the innermost thing only: the stacked menu around it stays.
      event.preventDefault();
      if (item.current?.contains(document.activeElement)) button.current?.focus();
      setOpenedBy(null);
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [open]);

  function show(by: 'pointing' | 'button' | null) {
    clearTimeout(closeTimer.current);
    setOpenedBy(by);
  }

  return (
    <li
      className="nav__item"
      data-open={open}
      ref={item}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse' && isWide()) show('pointing');
      }}
      onPointerLeave={({ pointerType }) => {
        if (pointerType !== 'mouse' || !isWide()) return;
        clearTimeout(closeTimer.current);
        closeTimer.current = setTimeout(setOpenedBy, DROPDOWN_CLOSE_DELAY_MS, null);
      }}
      onBlur={({ relatedTarget }) => {
        const leaves = !item.current?.contains(relatedTarget);
        if (openedBy === 'button' && isWide() && leaves) show(null);
      }}
    >
      <NavLink to="/replacement-vehicles">Replacement Vehicles</NavLink>
      <button
        className="nav__toggle"
        type="button"
        aria-expanded={open}
        aria-controls="replacement-vehicles-list"
        aria-label="Show pages under Replacement Vehicles"
        onClick={() => {
          if (openedBy !== 'pointing') show(open ? null : 'button');
        }}
        ref={button}
      >
        <Icon name="chevron-down" />
      </button>
      <ul className="nav__drop" id="replacement-vehicles-list">
        <li>
          <NavLink to="/credit-hire">Credit Hire</NavLink>
        </li>
      </ul>
    </li>
  );
}

function isWide(): boolean {
  return window.matchMedia(WIDE_NAVIGATION_QUERY).matches;
}
