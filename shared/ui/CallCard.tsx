import type { ReactNode } from 'react';
import { CallActions } from './CallActions.tsx';
import { Scene } from './scenery/Scene.tsx';
import './call-card.css';

interface CallCardProps {
  heading: string;
  children: ReactNode;
  /** Vehicles on its road: on each page others than in its head. */
  art: ReactNode;
}

/** Ends a page with the helpline. Wide across a page, narrow beside the accident steps. */
export function CallCard({ heading, children, art }: CallCardProps) {
  return (
    <div className="call-card">
      <h2 className="h3">{heading}</h2>
      <p>{children}</p>
      <CallActions form="/contact" note={false} />
      <Scene className="call-card__art">{art}</Scene>
    </div>
  );
}
