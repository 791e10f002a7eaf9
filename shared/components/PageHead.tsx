import type { ReactNode } from 'react';

interface PageHeadProps {
  title: string;
  lead: string;
  /** Stands under the lead. */
  children?: ReactNode;
  /** Vehicles on the road at the right, on wide screens. */
  art?: ReactNode;
}

/** The head of an inner page: a pale sky that ends in a road. */
export function PageHead({ title, lead, children, art }: PageHeadProps) {
  return (
    <div className="page-head">
      <div className="wrap">
        <h1 className="h-display">{title}</h1>
        <p className="lead">{lead}</p>
        {children}
      </div>
      {art ? (
        <div className="page-head__art" aria-hidden="true">
          {art}
        </div>
      ) : null}
    </div>
  );
}
