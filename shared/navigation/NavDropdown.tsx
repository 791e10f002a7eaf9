import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { DROPDOWN_CLOSE_DELAY_MS, NAVIGATION_BREAKPOINT_PX } from '../site/constants.ts';
import { Icon } from '../ui/Icon.tsx';
import { NavigationLink } from './PageLink.tsx';

interface NavDropdownProps {
  path: string;
  label: string;
  /** The list items that open. */
  children: ReactNode;
}

/**
 * A link with its own button for a list of further links. On wide screens a mouse opens it by
 * pointing and it closes a moment after the pointer has left; keyboard and touch use the button.
 * Before hydration and without JavaScript `data-open` is absent, and the stylesheet opens the list
 * on hover and focus, or keeps it open in the stacked menu.
 */
export function NavDropdown({ path, label, children }: NavDropdownProps) {
  const listId = useId();
  const item = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState<boolean>();

  useEffect(() => {
    setOpen(isWide() && item.current?.matches(':hover'));
    return () => clearTimeout(closing.current);
  }, []);

  // A press elsewhere closes it where buttons take no focus that could leave: in Safari.
  useEffect(() => {
    if (!open) return;
    const close = ({ target }: Event) => {
      if (isWide() && !item.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [open]);

  function show(opened: boolean) {
    clearTimeout(closing.current);
    setOpen(opened);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return;
    // Escape closes the innermost thing only: the stacked menu around it stays.
    event.preventDefault();
    show(false);
    button.current?.focus();
  }

  return (
    <li
      className="nav__item nav__item--drop"
      data-open={open}
      ref={item}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse' && isWide()) show(true);
      }}
      onPointerLeave={({ pointerType }) => {
        if (pointerType !== 'mouse' || !isWide()) return;
        clearTimeout(closing.current);
        closing.current = setTimeout(setOpen, DROPDOWN_CLOSE_DELAY_MS, false);
      }}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (isWide() && !item.current?.contains(relatedTarget)) show(false);
      }}
    >
      <NavigationLink to={path}>{label}</NavigationLink>
      <button
        className="nav__toggle"
        type="button"
        aria-expanded={open ?? false}
        aria-controls={listId}
        aria-label={`More about ${label}`}
        onClick={() => show(!open)}
        ref={button}
      >
        <Icon name="chevron-down" />
      </button>
      <ul className="nav__drop" id={listId}>
        {children}
      </ul>
    </li>
  );
}

function isWide(): boolean {
  return window.matchMedia(`(min-width: ${NAVIGATION_BREAKPOINT_PX}px)`).matches;
}
