import type { ReactNode } from 'react';
import { type PageWithHeading, useHeading } from '../site/site-context.ts';
import { whole } from './whole.tsx';
import './scenery/scene.css';
import './page-head.css';

interface PageHeadProps {
  page: PageWithHeading;
  /** The heading unless the owner has other words. */
  title: string;
  lead: string;
  /** Stands under the lead. */
  children?: ReactNode;
  /** Vehicles on the road at the right, on wide screens. */
  art?: ReactNode;
}

/** The head of an inner page. */
export function PageHead({ page, title, lead: defaultLead, children, art }: PageHeadProps) {
  const { h1, lead } = useHeading(page, { h1: title, lead: defaultLead });
  return (
    <PageBanner className="page-head" art={art}>
      <h1 className="h-display">{h1}</h1>
      <p className="lead">{lead && whole(lead)}</p>
      {children}
    </PageBanner>
  );
}

/** A pale sky that ends in a road. */
export function PageBanner({
  className,
  children,
  art,
}: Pick<PageHeadProps, 'children' | 'art'> & { className: string }) {
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
