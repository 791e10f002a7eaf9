import type { ReactNode } from 'react';
import './disclosures.css';

/** A list of `details`, which open and close without scripts. */
export function Disclosures({ children }: { children: ReactNode }) {
  return <div className="disclosures">{children}</div>;
}
