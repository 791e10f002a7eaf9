import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { matchAddress } from '../shared/addresses.ts';
import { ignoreFailure } from '../shared/blog/browser-reader.ts';
import type { BlogReader } from '../shared/blog/reader.ts';
import { JourneyContext } from '../shared/navigation/journey-context.ts';
import { OfflineError } from '../shared/site/connection.ts';
import { LINK_SHOWN_LOADING_AFTER_MS, LINK_TIMEOUT_MS } from '../shared/site/constants.ts';
import { createObservable } from '../shared/site/observable.ts';
import { arriveWithinPage } from '../shared/site/Places.tsx';
import type { LoadCode } from './load-code.ts';

interface JourneysProps {
  blog: BlogReader;
  loadCode: LoadCode;
  /** A server of another build is answering, whose data this page may not understand. */
  isOtherBuild: () => boolean;
  children: ReactNode;
}

/**
 * Leads from page to page. The old page stays, alive and under its own address, until the code of the
 * next one is there. Where code or data are late the site says that it loads; where they stall or
 * fail the link becomes a plain load: the server's page needs neither. The page that was asked for
 * last wins. What goes back or forward is shown by the router, which has the address already.
 */
export function Journeys({ blog, loadCode, isOtherBuild, children }: JourneysProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [late] = useState(() => createObservable(false));
  const journey = useRef<{ href: string; end: () => void }>(undefined);
  /** Of the page that the router shows, or was told to show: React may still be making it. */
  const routedPath = useRef(pathname);
  /** Ends the wait of a fade for the page that it fades into. */
  const onShown = useRef(() => {});

  // This is rendered again for a new location and for nothing else.
  useLayoutEffect(() => onShown.current());

  /** The visitor went elsewhere, or has arrived: nothing is waited for any more. */
  const end = useCallback(() => {
    journey.current?.end();
    journey.current = undefined;
  }, []);

  const travel = useCallback(
    async (href: string, show?: () => void) => {
      end();
      const { pathname, hash } = new URL(href);
      let isOver = false;
      let isLoading = false;

      const load = () => {
        isLoading = true;
        late.set(true);
        clearTimeout(tooLate);
        if (window.location.href === href) window.location.reload();
        else window.location.assign(href);
      };
      const sayLate = setTimeout(late.set, LINK_SHOWN_LOADING_AFTER_MS, true);
      const tooLate = setTimeout(load, LINK_TIMEOUT_MS);
      const endThis = () => {
        isOver = true;
        clearTimeout(sayLate);
        clearTimeout(tooLate);
        late.set(false);
        if (isLoading) window.stop();
      };
      journey.current = { href, end: endThis };

      try {
        const data = blog.prefetch?.(pathname);
        ignoreFailure(data);
        const mayBePage = matchAddress(pathname).route.data === 'page';
        // A section that the address names may be one whose code comes after the page's own.
        await loadCode(pathname, { whole: hash !== '' });
        if (isOver) return;
        // Where the content service has no page there may be a redirect, or a file.
        if (mayBePage && (await data)?.state !== 'ready') {
          if (!isOver) load();
          return;
        }
        if (isOver) return;
        show?.();
        const result = await data;
        if (isOver) return;
        if (result?.state === 'unavailable' && result.unanswered) load();
        else end();
      } catch (error) {
        if (isOver) return;
        if (error instanceof OfflineError) {
          if (window.location.href !== href) show?.(); // the page says so itself
          end();
        } else {
          load();
          reportError(error);
        }
      }
    },
    [blog, loadCode, late, end],
  );

  const follow = useCallback(
    (to: string) => {
      const { href, pathname } = new URL(to, window.location.href);
      const show = () => {
        routedPath.current = pathname;
        navigate(to, { replace: href === window.location.href });
      };
      if (isOtherBuild()) {
        window.location.assign(href);
        return;
      }
      if (pathname === routedPath.current) {
        end();
        show();
        return;
      }
      // An impatient second tap does not start the wait again.
      if (journey.current?.href === href) return;
      travel(href, () => fadeInto(show, onShown));
    },
    [navigate, travel, end, isOtherBuild],
  );

  useLayoutEffect(() => {
    const onPopState = (event: PopStateEvent) => {
      if (window.location.pathname !== routedPath.current) {
        routedPath.current = window.location.pathname;
        travel(window.location.href);
        return;
      }
      end();
      // Within a page the router has nothing to change. If it drew during this event, React could
      // not wait for a section whose code is on its way: it would drop the section.
      event.stopImmediatePropagation();
      arriveWithinPage();
    };
    addEventListener('popstate', onPopState);
    // The browser may bring a page back as it was left, waiting.
    addEventListener('pageshow', end);
    return () => {
      removeEventListener('popstate', onPopState);
      removeEventListener('pageshow', end);
    };
  }, [travel, end]);

  const value = useMemo(() => ({ follow, late }), [follow, late]);
  return <JourneyContext value={value}>{children}</JourneyContext>;
}

/**
 * Shows a page, with a fade where the browser has view transitions; shared/site/styles/modes.css has
 * its length. Going back is left to the browser, which may have a movement of its own for it.
 */
function fadeInto(show: () => void, onShown: { current: () => void }): void {
  const motion = matchMedia('(prefers-reduced-motion: no-preference)');
  if (!('startViewTransition' in document) || !motion.matches) {
    show();
    return;
  }
  const fade = document.startViewTransition(
    () =>
      new Promise<void>((resolve) => {
        onShown.current = resolve;
        show();
      }),
  );
  fade.ready.catch(() => {}); // cut short by the next one, or not on the screen
}
