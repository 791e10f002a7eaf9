import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { BlogClient } from '../shared/blog/blog-client.ts';
import { ignoreRejection } from '../shared/blog/browser-blog-client.ts';
import { NavigationContext } from '../shared/navigation/navigation-context.ts';
import { matchPathname } from '../shared/routes.ts';
import { attempt } from '../shared/site/attempt.ts';
import { OfflineError } from '../shared/site/connection.ts';
import { NAVIGATION_SLOW_AFTER_MS, NAVIGATION_TIMEOUT_MS } from '../shared/site/constants.ts';
import { createObservable } from '../shared/site/observable.ts';
import { restoreWithinPage } from '../shared/site/ScrollRestoration.tsx';
import type { LoadPageCode } from './load-code.ts';
import { loadStylesheet } from './load-stylesheet.ts';

interface NavigationProviderProps {
  blog: BlogClient;
  loadCode: LoadPageCode;
  /** Tells whether the server is of another build, whose data this page may not understand. */
  isOtherBuild: () => boolean;
  children: ReactNode;
}

/**
 * Provides navigation without page loads. The current page stays, alive and under its own URL,
 * until the code of the next one is there. While code or data are slow the site says that it loads;
 * where they stall or fail the link becomes a plain page load, because the server's page needs
 * neither. The last navigation wins. Going back or forward is shown by the router, which has the
 * URL already.
 */
export function NavigationProvider({
  blog,
  loadCode,
  isOtherBuild,
  children,
}: NavigationProviderProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [late] = useState(() => createObservable(false));
  const pending = useRef<PendingNavigation>(undefined);
  /** The path that the router shows, or was told to show: React may still be rendering it. */
  const routedPath = useRef(pathname);
  /** Ends the wait of a view transition for the page that it fades into. */
  const onCommitted = useRef(() => {});

  // This is rendered again for a new location and for nothing else.
  useLayoutEffect(() => onCommitted.current());

  /** Stops the wait, because the visitor went elsewhere or has arrived. */
  const cancelPending = useCallback(() => {
    pending.current?.cancel();
    pending.current = undefined;
  }, []);

  const loadAndShow = useCallback(
    async (href: string, commit?: () => void) => {
      cancelPending();
      const navigation = startNavigation(href, late);
      pending.current = navigation;
      const isCancelled = () => navigation.status === 'cancelled';
      const { pathname, hash } = new URL(href);
      try {
        const data = blog.prefetch?.(pathname);
        ignoreRejection(data);
        // A section that the hash names may be one whose code comes after the page's own.
        await loadCode(pathname, { whole: hash !== '' });
        if (isCancelled()) return;
        // Where the content service has no page there may be a redirect, or a file.
        if (matchPathname(pathname).route.data === 'page' && (await data)?.state !== 'ready') {
          if (!isCancelled()) navigation.loadDocument();
          return;
        }
        // A part that the hash names comes with the data.
        if (hash) await data;
        if (isCancelled()) return;
        commit?.();
        const result = await data;
        if (isCancelled()) return;
        if (result?.state === 'unavailable' && result.unanswered) navigation.loadDocument();
        else cancelPending();
      } catch (error) {
        if (isCancelled()) return;
        if (error instanceof OfflineError) {
          if (window.location.href !== href) commit?.(); // the page says so itself
          cancelPending();
        } else {
          navigation.loadDocument();
          reportError(error);
        }
      }
    },
    [blog, loadCode, late, cancelPending],
  );

  const follow = useCallback(
    (to: string) => {
      const { href, pathname } = new URL(to, window.location.href);
      const commit = () => {
        routedPath.current = pathname;
        navigate(to, { replace: href === window.location.href });
      };
      if (isOtherBuild()) {
        window.location.assign(href);
        return;
      }
      if (pathname === routedPath.current) {
        cancelPending();
        commit();
        return;
      }
      // An impatient second tap does not start the wait again.
      if (pending.current?.href === href) return;
      loadAndShow(href, () => withViewTransition(commit, onCommitted));
    },
    [navigate, loadAndShow, cancelPending, isOtherBuild],
  );

  useLayoutEffect(() => {
    const onPopState = (event: PopStateEvent) => {
      if (window.location.pathname !== routedPath.current) {
        routedPath.current = window.location.pathname;
        loadAndShow(window.location.href);
        return;
      }
      cancelPending();
      // Within a page the router has nothing to change. If it drew during this event, React could
      // not wait for a section whose code is on its way: it would drop the section.
      event.stopImmediatePropagation();
      restoreWithinPage();
    };
    addEventListener('popstate', onPopState);
    // The back/forward cache may restore a page as it was left, waiting.
    addEventListener('pageshow', cancelPending);
    return () => {
      removeEventListener('popstate', onPopState);
      removeEventListener('pageshow', cancelPending);
    };
  }, [loadAndShow, cancelPending]);

  const value = useMemo(() => ({ follow, late, loadRules }), [follow, late]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}

const loadRules = () => ignoreRejection(loadStylesheet());

interface PendingNavigation {
  href: string;
  status: 'pending' | 'cancelled' | 'reloading';
  /** Stops waiting, and the page load if one has begun. */
  cancel(): void;
  /** Lets the browser load the page from the server. */
  loadDocument(): void;
}

/** Starts the timers of a navigation: one tells that it is slow, the other makes it a page load. */
function startNavigation(href: string, late: { set(isLate: boolean): void }): PendingNavigation {
  const slowTimer = setTimeout(late.set, NAVIGATION_SLOW_AFTER_MS, true);
  const timeoutTimer = setTimeout(() => navigation.loadDocument(), NAVIGATION_TIMEOUT_MS);
  const navigation: PendingNavigation = {
    href,
    status: 'pending',

    cancel() {
      clearTimeout(slowTimer);
      clearTimeout(timeoutTimer);
      late.set(false);
      if (navigation.status === 'reloading') window.stop();
      navigation.status = 'cancelled';
    },

    loadDocument() {
      clearTimeout(timeoutTimer);
      navigation.status = 'reloading';
      late.set(true);
      if (window.location.href === href) window.location.reload();
      else window.location.assign(href);
    },
  };
  return navigation;
}

/**
 * Shows a page, with a fade where the browser has view transitions; shared/site/styles/modes.css
 * has its length. Going back is left to the browser, which may have a movement of its own for it.
 */
function withViewTransition(commit: () => void, onCommitted: { current: () => void }): void {
  const motion = matchMedia('(prefers-reduced-motion: no-preference)');
  const startFade = () =>
    document.startViewTransition(
      () =>
        new Promise<void>((resolve) => {
          onCommitted.current = resolve;
          commit();
        }),
    );
  const fade = motion.matches ? attempt(startFade) : undefined;
  if (!fade) commit();
  // The next one may cut it short, and a page in the background shows none.
  else fade.ready.catch(() => {});
}
