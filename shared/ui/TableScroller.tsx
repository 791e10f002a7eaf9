import type { ReactNode } from 'react';
import './table-scroller.css';

interface TableScrollerProps {
  /** The label that a screen reader announces when the focus enters. */
  label?: string | undefined;
  /** A `table`. */
  children: ReactNode;
}

/**
 * A table that scrolls sideways by itself where it is wider than the page, also by keyboard (WCAG
 * 2.1.1). Without a label it fits every page and is no stop of the keyboard.
 */
export function TableScroller({ label, children }: TableScrollerProps) {
  const region = label ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {};
  return (
    <div className="table-scroller" {...region}>
      {children}
    </div>
  );
}
