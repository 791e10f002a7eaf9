import type { ReactNode } from 'react';
import { CallButton } from './CallButton.tsx';
import { Vehicle } from './scenery/Vehicle.tsx';

/** Ends a page with the helpline. Wide across a page, narrow beside the accident steps. */
export function CallCard({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="call-card">
      <h2 className="h3">{heading}</h2>
      <p>{children}</p>
      <CallButton />
      <div className="call-card__art" aria-hidden="true">
        <div className="art-row">
          <Vehicle name="truck" />
        </div>
        <div className="art-road" />
      </div>
    </div>
  );
}
