import { matchAddress, type RouteId } from '../shared/addresses.ts';
import { PAGES } from '../shared/pages.ts';
import type { LazyPage } from '../shared/site/lazy-page.tsx';

/** Addresses of the scripts that a page's own script imports and the frame does not, by page. */
export type ImportsOfPages = { readonly [Id in RouteId]?: readonly string[] };

let importsOfPages: ImportsOfPages = {};

export function knowImports(imports: ImportsOfPages): void {
  importsOfPages = imports;
}

/**
 * The page of a path, to be preloaded: what its script imports is asked for at once, which saves
 * the round trip of finding out.
 */
export function pageAt(pathname: string): LazyPage {
  const { id } = matchAddress(pathname).route;
  for (const address of importsOfPages[id] ?? [])
    import(/* @vite-ignore */ address).catch(() => {}); // the page's own script fails too, and that is reported
  return PAGES[id];
}
