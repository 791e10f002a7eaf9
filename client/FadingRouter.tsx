import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router-dom';
import { pageAt } from './page-at.ts';

const history = createBrowserHistory({ v5Compat: true });

/** Where the visitor is, and how they came there. */
type Update = Pick<typeof history, 'action' | 'location'>;

/**
 * React Router's `BrowserRouter`, with a fade from page to page where the browser has view
 * transitions; shared/site/styles/modes.css has its length. Nothing is drawn between the two
 * pictures of a fade, so the old page stays, alive, until the code of the next one is there. Going
 * back is left to the browser, which may have a movement of its own for it.
 */
export function FadingRouter({ children }: { children: ReactNode }) {
  const [shown, show] = useState<Update>({ ...history });
  useLayoutEffect(() => {
    let shownPath = history.location.pathname;
    return history.listen(async (next) => {
      const { pathname, key } = next.location;
      const samePage = pathname === shownPath;
      shownPath = pathname;
      // During the event itself React would not wait for a section whose code is on its way: it
      // would drop the section, and with it the target of the jump.
      if (samePage) return setTimeout(() => startTransition(() => show(next)));
      if (next.action === 'POP' || !fades()) return startTransition(() => show(next));
      // What fails to load is loaded, and reported, by the page itself.
      await pageAt(pathname)
        .preload()
        .catch(() => {});
      if (history.location.key !== key) return; // meanwhile the visitor went elsewhere
      const fade = document.startViewTransition(() => flushSync(() => show(next)));
      fade.ready.catch(() => {}); // cut short by the next one, or not on the screen
    });
  }, []);
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={history}>
      {children}
    </Router>
  );
}

function fades(): boolean {
  const motion = matchMedia('(prefers-reduced-motion: no-preference)');
  return 'startViewTransition' in document && motion.matches;
}
