import { type ReactNode, useEffect } from 'react';
import { HeadOfStandIn } from '../head/head-writer.tsx';
import { HOME_PICTURE, type PageMetadata } from '../head/metadata.ts';
import { reloadWhenConnected } from '../site/connection.ts';
import { CallButton } from '../ui/CallButton.tsx';
import { DeadEnd } from '../ui/DeadEnd.tsx';

export const metadata = {
  id: 'offline',
  title: 'You are offline',
  description: ({ dayAndNight }) =>
    dayAndNight
      ? 'This page needs an internet connection, and there is none just now. You can still call our 24-hour helpline, every day.'
      : 'This page needs an internet connection, and there is none just now. You can still call our helpline.',
  keywords: 'offline',
  breadcrumb: 'You are offline',
  ...HOME_PICTURE,
} as const satisfies PageMetadata;

/** The service worker shows this in place of a page that it does not keep. */
export function Offline() {
  return (
    <>
      <HeadOfStandIn metadata={metadata} />
      <OfflineMessage>
        <a className="btn btn--line" href="/accident">
          What to do after an accident
        </a>
      </OfflineMessage>
    </>
  );
}

/**
 * Shown in place of a page while there is no connection.
 * @param children links to what the service worker keeps; any other would lead to the browser's own
 * error page
 */
export function OfflineMessage({ children }: { children?: ReactNode }) {
  useEffect(reloadWhenConnected, []);
  return (
    <DeadEnd>
      <h1 className="h2">You are offline</h1>
      <p className="lead">
        This page opens by itself when the connection is back. You can still call us.
      </p>
      <p>
        If anyone is hurt or in danger, call <a href="tel:999">999</a> first.
      </p>
      <div className="actions">
        <CallButton />
        {children}
      </div>
    </DeadEnd>
  );
}
