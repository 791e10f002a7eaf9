import type { ReactNode } from 'react';

interface TableScrollerProps {
  /** What a screen reader announces when the focus enters. */
  label: string;
  /** A `table`. */
  children: ReactNode;
}

/** A table that scrolls sideways on its own when it is wider than the page, by keyboard too. */
export function TableScroller({ label, children }: TableScrollerProps) {
  return (
    <div
      className="table-scroller"
      role="region"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
    >
      {children}
    </div>
  );
}
