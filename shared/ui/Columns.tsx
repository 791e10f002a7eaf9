import type { ReactNode } from 'react';
import './card.css';
import './columns.css';

/** Short sections side by side on one card, where each alone would be lost in a band. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className="card columns">{children}</div>;
}

interface ColumnProps {
  heading: string;
  children: ReactNode;
}

export function Column({ heading, children }: ColumnProps) {
  return (
    <section>
      <h2 className="h3">{heading}</h2>
      {children}
    </section>
  );
}
