import { PAGES } from '../shared/pages.ts';
import { matchPathname, type RouteId } from '../shared/routes.ts';
import { loadHeadCode } from './ClientHead.tsx';
import { loadStylesheet } from './load-stylesheet.ts';

/** URLs of scripts that pages need and the frame does not import, by page. */
export type ImportsOfPages = {
  readonly [Id in RouteId]?: {
    /** Those that the page's own script imports. */
    page?: readonly string[];
    /** Those of its sections, and the further ones that they import. */
    sections?: readonly string[];
  };
};

/**
 * Fetches the code, the styles and the head of the page of a path.
 * @param options with `whole`, the code of its sections too
 * @throws {ChunkLoadError} when its script cannot be loaded
 * @throws {OfflineError} without a connection
 */
export type LoadPageCode = (pathname: string, options: { whole: boolean }) => Promise<void>;

export function createLoadCode(imports: ImportsOfPages): LoadPageCode {
  return async (pathname, { whole }) => {
    const { id } = matchPathname(pathname).route;
    askForImports(imports[id]?.page);
    askForImports(imports[id]?.sections);
    const page = PAGES[id];
    await Promise.all([
      whole ? page.preloadWhole() : page.preload(),
      loadStylesheet(),
      loadHeadCode(),
    ]);
  };
}

/**
 * Fetches the scripts that a page imports together with its own, which saves the round trips of
 * discovering them. If one fails, so does the page's own script, and that is reported.
 */
export function askForImports(addresses: readonly string[] = []): void {
  for (const address of addresses) import(address).catch(() => {});
}
