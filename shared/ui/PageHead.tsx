import type { ReactNode } from 'react';
import { Words } from './Words.tsx';

interface PageHeadProps {
  title: string;
  lead: string;
  /** Stands under the lead. */
  children?: ReactNode;
  /** Vehicles on the road at the right, on wide screens. */
  art?: ReactNode;
}

/** The head of an inner page. */
export function PageHead({ title, lead, children, art }: PageHeadProps) {
  return (
    <Sky className="page-head" art={art}>
      <h1 className="h-display">{title}</h1>
      <p className="lead">
        <Words>{lead}</Words>
      </p>
      {children}
    </Sky>
  );
}

interface SkyProps extends Pick<PageHeadProps, 'children' | 'art'> {
  className: string;
}

/** A pale sky that ends in a road. */
export function Sky({ className, children, art }: SkyProps) {
  return (
    <div className={className}>
      <div className="wrap">{children}</div>
      {art ? (
        <div className="page-head__art" aria-hidden="true">
          {art}
        </div>
      ) : null}
    </div>
  );
}
