import type { ImportsOfPages } from './load-code.ts';
import { onIdleOrInteraction } from './on-idle.ts';

/**
 * URLs of hydrate.tsx, first, and of the scripts that it imports. Fetched together, they need one
 * round trip in all.
 */
declare const HYDRATION: readonly string[];
/** Further imports of each page's script. */
declare const IMPORTS_OF_PAGES: ImportsOfPages;
/** Replaced by the build. */
declare const process: { env: { NODE_ENV: 'development' | 'production' } };

/** Milliseconds after which a visitor who was to leave is taken to stay, as after a press of Esc. */
const STAYS_AFTER_MS = 5000;

/** True once the visitor was on the way to another page. */
let hasLeft = false;

// Nothing on the page waits for scripts: links, the phone number, the menu, the FAQ and the form
// work in plain HTML. So React is fetched only once the page is painted and idle, or somebody uses
// more than links and forms, whichever comes first. In an older browser the page stays as the server
// made it.
if (isSupportedBrowser()) onIdleOrInteraction(start);
addEventListener('click', stopDownloadsOnLeave);
addEventListener('submit', stopDownloadsOnLeave);

/**
 * Tells whether this is one of the BROWSERS of build/options.ts, or a newer one, by features that
 * came with Firefox 115, Safari 16.4 and Chrome 111.
 */
function isSupportedBrowser(): boolean {
  return (
    'toSorted' in Array.prototype &&
    'adoptedStyleSheets' in document &&
    CSS.supports('color', 'color-mix(in srgb, red, red)')
  );
}

/**
 * Hydrates the page. A download that stopped on the way to another page is no error, and is started
 * again where the visitor stays.
 */
async function start(): Promise<void> {
  try {
    // A file can be fetched again. A module whose download was stopped can never be imported again.
    await Promise.all(HYDRATION.map(async (address) => (await fetch(address)).blob()));
    const [{ hydrate }] = (await Promise.all(
      HYDRATION.map((address) => import(/* @vite-ignore */ address)),
    )) as [typeof import('./hydrate.tsx')];
    await hydrate(IMPORTS_OF_PAGES);
  } catch (error) {
    if (!hasLeft) throw error;
    // The browser may stop the next attempt too, as long as the other page has not come.
    setTimeout(start, STAYS_AFTER_MS);
  }
}

/**
 * Stops pending downloads when the visitor opens another page or submits a form, because they would
 * delay it. React prevents the default of the events that it handles.
 */
function stopDownloadsOnLeave(event: Event & Partial<MouseEvent>): void {
  const { type, target, defaultPrevented } = event;
  const link = (target as Element).closest('a');
  const leaves = type === 'submit' || (link && isPlainClick(event) && opensPage(link));
  if (!leaves || defaultPrevented) return;
  hasLeft = true;
  stop();
}

/** Tells whether a click asks for no other tab or window, and for no download. */
function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey }: Partial<MouseEvent>) {
  return button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);
}

/** Tells whether a link opens another page of this site in this tab. A number or file does not. */
function opensPage({ origin, pathname, target }: HTMLAnchorElement): boolean {
  return (
    origin === location.origin &&
    pathname !== location.pathname &&
    /^\/[^.]*$/.test(pathname) &&
    ['', '_self'].includes(target)
  );
}
