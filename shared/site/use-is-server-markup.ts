import { useState, useSyncExternalStore } from 'react';

/**
 * Tells whether the server's markup has this component: true on the server, and in the browser for
 * what was hydrated. What a navigation adds was never served.
 */
export function useIsServerMarkup(): boolean {
  const isHydrating = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  const [isServerMarkup] = useState(isHydrating);
  return isServerMarkup;
}

const subscribe = () => () => {};
