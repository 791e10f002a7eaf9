import type { ReactNode } from 'react';
import { Vehicle } from './Vehicle.tsx';

/** A page that is not there or that failed: recovery is on its way. */
export function DeadEnd({ children }: { children: ReactNode }) {
  return (
    <div className="page-head dead-end">
      <div className="wrap">{children}</div>
      <div className="page-head__art" aria-hidden="true">
        <Vehicle name="recovery" paint="e" />
      </div>
    </div>
  );
}
