import type { ImportsOfPages } from './page-at.ts';
import { whenIdleOrTouched } from './when-idle.ts';

/**
 * Addresses of hydrate.tsx, first, and of the scripts that it imports: asked for together, they need
 * one round trip in all.
 */
declare const HYDRATION: readonly string[];
/** What each page's script imports besides. */
declare const IMPORTS_OF_PAGES: ImportsOfPages;
/** The build writes the word in its place. */
declare const process: { env: { NODE_ENV: 'development' | 'production' } };

/**
 * Whether this is one of the BROWSERS of build/options.ts, or a newer one: what came with Firefox
 * 115, Safari 16.4 and Chrome 111. In an older one the page stays as the server made it.
 */
function isNewEnough(): boolean {
  return (
    'toSorted' in Array.prototype &&
    'adoptedStyleSheets' in document &&
    CSS.supports('color', 'color-mix(in srgb, red, red)')
  );
}

// Nothing on the page waits for scripts: links, the phone number, the menu, the FAQ and the form
// work in plain HTML. So React is fetched only once the page is painted and idle, or at the first
// touch or key, whichever comes first.
if (isNewEnough()) whenIdleOrTouched(hydrateAtOnce);

async function hydrateAtOnce(): Promise<void> {
  const [{ hydrate }] = (await Promise.all(HYDRATION.map((address) => import(address)))) as [
    typeof import('./hydrate.tsx'),
  ];
  await hydrate(IMPORTS_OF_PAGES);
}
