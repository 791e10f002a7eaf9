import type { ImportsOfPages } from './load-code.ts';
import { whenIdleOrUsed } from './when-idle.ts';

/**
 * Addresses of hydrate.tsx, first, and of the scripts that it imports: asked for together, they need
 * one round trip in all.
 */
declare const HYDRATION: readonly string[];
/** What each page's script imports besides. */
declare const IMPORTS_OF_PAGES: ImportsOfPages;
/** The build writes the word in its place. */
declare const process: { env: { NODE_ENV: 'development' | 'production' } };

/** Whether the visitor is on the way to another page. */
let isLeft = false;

// Nothing on the page waits for scripts: links, the phone number, the menu, the FAQ and the form
// work in plain HTML. So React is fetched only once the page is painted and idle, or somebody uses
// more than links and forms, whichever comes first. In an older browser the page stays as the server
// made it.
if (isNewEnough()) whenIdleOrUsed(start);
addEventListener('click', stopIfLeft);
addEventListener('submit', stopIfLeft);

/**
 * Whether this is one of the BROWSERS of build/options.ts, or a newer one: what came with Firefox
 * 115, Safari 16.4 and Chrome 111.
 */
function isNewEnough(): boolean {
  return (
    'toSorted' in Array.prototype &&
    'adoptedStyleSheets' in document &&
    CSS.supports('color', 'color-mix(in srgb, red, red)')
  );
}

/** What was stopped on the way to another page is no error. */
async function start(): Promise<void> {
  try {
    const [{ hydrate }] = (await Promise.all(
      HYDRATION.map((address) => import(/* @vite-ignore */ address)),
    )) as [typeof import('./hydrate.tsx')];
    await hydrate(IMPORTS_OF_PAGES);
  } catch (error) {
    if (!isLeft) throw error;
  }
}

/**
 * Who leaves a page waits for nothing that it still fetches: that would hold up the next page. A tap
 * on a number or a file does not leave it, and React has stopped what it does itself.
 */
function stopIfLeft(event: Event & Partial<MouseEvent>): void {
  const { type, target, defaultPrevented, ctrlKey, metaKey } = event;
  const { pathname } = (target as Element).closest('a') ?? location;
  const follows = pathname !== location.pathname && /^\/[^.]*$/.test(pathname);
  if (!(follows || type === 'submit') || defaultPrevented || ctrlKey || metaKey) return;
  isLeft = true;
  stop();
}
