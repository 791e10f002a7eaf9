import { matchAddress, type RouteId } from '../shared/addresses.ts';
import { PAGES } from '../shared/pages.ts';
import { loadStylesheet } from './load-stylesheet.ts';

/** Addresses of the scripts that a page's own script imports and the frame does not, by page. */
export type ImportsOfPages = { readonly [Id in RouteId]?: readonly string[] };

/**
 * Fetches the code and the rules of the page of a path.
 * @param options `whole`: with the code of its parts
 * @throws {ChunkLoadError} when its script cannot be loaded
 * @throws {OfflineError} without a connection
 */
export type LoadCode = (pathname: string, options: { whole: boolean }) => Promise<void>;

export function createLoadCode(imports: ImportsOfPages): LoadCode {
  return async (pathname, { whole }) => {
    const { id } = matchAddress(pathname).route;
    // Asked for at once, which saves the round trip of finding out. If one fails, so does the
    // page's own script, and that is reported.
    for (const address of imports[id] ?? []) import(/* @vite-ignore */ address).catch(() => {});
    const page = PAGES[id];
    await Promise.all([whole ? page.preloadWhole() : page.preload(), loadStylesheet()]);
  };
}
