import type { ReactNode } from 'react';
import { PageBanner } from './PageHead.tsx';
import { Vehicle } from './scenery/Vehicle.tsx';
import './status-page.css';

/** A page that is not there or that failed: recovery is on its way. */
export function StatusPage({ children }: { children: ReactNode }) {
  return (
    <PageBanner className="page-head dead-end" art={<Vehicle name="recovery" paint="e" />}>
      {children}
    </PageBanner>
  );
}
