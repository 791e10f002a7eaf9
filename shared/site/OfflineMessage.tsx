import { type ReactNode, useEffect } from 'react';
import { CallButton } from '../ui/CallButton.tsx';
import { StatusPage } from '../ui/StatusPage.tsx';
import { reloadWhenConnected } from './connection.ts';

/**
 * Shown in place of a page while there is no connection.
 * @param children links to what the service worker keeps; any other would lead to the browser's own
 * error page
 */
export function OfflineMessage({ children }: { children?: ReactNode }) {
  useEffect(reloadWhenConnected, []);
  return (
    <StatusPage>
      <h1 className="h2">You are offline</h1>
      <p className="lead">
        This page will open by itself when you are back online. You can still call us.
      </p>
      <p>
        If anyone is hurt or in danger, call <a href="tel:999">999</a> first.
      </p>
      <div className="actions">
        <CallButton />
        {children}
      </div>
    </StatusPage>
  );
}
