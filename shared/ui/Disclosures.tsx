import type { ReactNode } from 'react';

/** Items of the browser's own `details`: they open and close before and without scripts. */
export function Disclosures({ children }: { children: ReactNode }) {
  return <div className="disclosures">{children}</div>;
}
