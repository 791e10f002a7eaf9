import type { ReactNode } from 'react';
import { whole } from './whole.tsx';

interface ProseProps {
  lead: string;
  children: ReactNode;
}

export function Prose({ lead, children }: ProseProps) {
  return (
    <div className="prose">
      <p className="lead">{whole(lead)}</p>
      {children}
    </div>
  );
}
