import { createContext, useContext, useSyncExternalStore } from 'react';
import { createObservable, type Observable } from '../site/observable.ts';

/** Navigation from page to page. */
export interface Navigation {
  /**
   * Follows a link inside the site without a load. Null on the server, and in the browser until React
   * has taken over the page: links are plain links then.
   */
  follow: ((to: string) => void) | null;
  /** True when the visitor has waited for the next page so long that the site says so. */
  late: Observable<boolean>;
  /** Fetches the rules of all pages, for what no page begins with. */
  loadRules: () => void;
}

export const NavigationContext = createContext<Navigation>({
  follow: null,
  late: createObservable(false),
  loadRules: () => {},
});

/** Returns true while the site says that the next page is loading. */
export function useIsNavigationSlow(): boolean {
  const { late } = useContext(NavigationContext);
  return useSyncExternalStore(late.subscribe, late.get, () => false);
}
