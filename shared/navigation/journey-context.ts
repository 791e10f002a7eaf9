import { createContext, useContext, useSyncExternalStore } from 'react';
import { createObservable, type Observable } from '../site/observable.ts';

/** Navigation from page to page. */
export interface Journey {
  /**
   * Follows a link inside the site without a load. Null on the server, and in the browser until React
   * has taken over the page: links are plain links then.
   */
  follow: ((to: string) => void) | null;
  /** True when the visitor has waited for the next page so long that the site says so. */
  late: Observable<boolean>;
}

export const JourneyContext = createContext<Journey>({
  follow: null,
  late: createObservable(false),
});

/** Returns true while the site says that the next page is loading. */
export function useLate(): boolean {
  const { late } = useContext(JourneyContext);
  return useSyncExternalStore(late.subscribe, late.get, () => false);
}
