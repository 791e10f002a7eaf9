import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router-dom';
import type { BlogReader } from '../shared/blog/reader.ts';
import { endJourney, travel } from './journey.ts';

const history = createBrowserHistory({ v5Compat: true });

/** Where the visitor is, and how they came there. */
type Update = Pick<typeof history, 'action' | 'location'>;

interface FadingRouterProps {
  blog: BlogReader;
  children: ReactNode;
}

/**
 * React Router's `BrowserRouter`, but a link changes the address only once the code of its page is
 * there, and then with a fade where the browser has view transitions; shared/site/styles/modes.css
 * has its length. Nothing is drawn between the two pictures of a fade. Going back is left to the
 * browser, which may have a movement of its own for it.
 */
export function FadingRouter({ blog, children }: FadingRouterProps) {
  const [shown, show] = useState<Update>({ ...history });
  const [navigator] = useState(() => {
    const push: typeof history.push = (to, state) => {
      const href = history.createHref(to);
      const go = () => history.push(to, state);
      if (new URL(href, location.href).pathname !== location.pathname)
        return void travel({ href, arrived: false, show: go, blog });
      endJourney();
      go();
    };
    return Object.assign(Object.create(history) as typeof history, { push });
  });
  useLayoutEffect(() => {
    let shownPath = history.location.pathname;
    return history.listen((next) => {
      const samePage = next.location.pathname === shownPath;
      shownPath = next.location.pathname;
      const showSoon = () => startTransition(() => show(next));
      if (next.action === 'POP') endJourney();
      // During the event itself React would not wait for a section whose code is on its way: it
      // would drop the section, and with it the target of the jump.
      if (samePage) setTimeout(showSoon);
      else if (next.action === 'POP')
        travel({ href: location.href, arrived: true, show: showSoon, blog });
      else if (!fades()) showSoon();
      else {
        const fade = document.startViewTransition(() => flushSync(() => show(next)));
        fade.ready.catch(() => {}); // cut short by the next one, or not on the screen
        fade.updateCallbackDone.catch(() => location.reload());
      }
    });
  }, [blog]);
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={navigator}>
      {children}
    </Router>
  );
}

function fades(): boolean {
  const motion = matchMedia('(prefers-reduced-motion: no-preference)');
  return 'startViewTransition' in document && motion.matches;
}
