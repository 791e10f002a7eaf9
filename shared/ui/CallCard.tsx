import type { ReactNode } from 'react';
import { CallButton } from './CallButton.tsx';
import { OnTheRoad, Vehicle } from './scenery/Vehicle.tsx';
import './call-card.css';

/** Ends a page with the helpline. Wide across a page, narrow beside the accident steps. */
export function CallCard({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="call-card">
      <h2 className="h3">{heading}</h2>
      <p>{children}</p>
      <CallButton />
      <OnTheRoad className="call-card__art">
        <Vehicle name="truck" />
      </OnTheRoad>
    </div>
  );
}
