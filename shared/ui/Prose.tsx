import type { ReactNode } from 'react';

interface ProseProps {
  /** Set larger. */
  lead: string;
  /** Paragraphs. */
  children: ReactNode;
}

export function Prose({ lead, children }: ProseProps) {
  return (
    <div className="prose">
      <p className="lead">{lead}</p>
      {children}
    </div>
  );
}
