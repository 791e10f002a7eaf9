import type { ReactNode } from 'react';
import type { PhotoPage } from '../site/photo.ts';
import { type PageWithHeading, useHeading, useSite } from '../site/site-context.ts';
import { Photo } from './Photo.tsx';
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
  /** The page whose photo of the owner stands in place of the drawing. */
  photo?: PhotoPage;
}

/** The head of an inner page. */
export function PageHead({ page, title, lead: defaultLead, children, art, photo }: PageHeadProps) {
  const { photos } = useSite();
  const hasPhoto = photo && photos?.[photo];
  const { h1, lead } = useHeading(page, { h1: title, lead: defaultLead });
  return (
    <PageBanner className="page-head" art={hasPhoto ? null : art}>
      <div>
        <h1 className="h-display">{h1}</h1>
        <p className="lead">{lead && whole(lead)}</p>
        {children}
      </div>
      {hasPhoto ? <Photo page={photo} inView /> : null}
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
