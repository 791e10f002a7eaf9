import { parseRequestSource, type RequestSource, SOURCE_PARAMS } from './request-source.ts';

/** The source of this visit; undefined until it is remembered. */
let visitSource: RequestSource | null | undefined;

/**
 * Remembers which campaign the visit began with, in the memory of this page alone: nothing is
 * stored on the device. The first address counts.
 * @param search the query of the page's address
 */
export function rememberVisitSource(search: string): void {
  if (visitSource !== undefined) return;
  const query = new URLSearchParams(search);
  visitSource = parseRequestSource((param) => query.get(param));
}

/** Returns the form fields that go with a callback request: the known parts of the source. */
export function sourceFields(): Record<string, string> {
  const parts = Object.entries(visitSource ?? {}) as [keyof RequestSource, string | null][];
  return Object.fromEntries(
    parts.flatMap(([name, value]) => (value === null ? [] : [[SOURCE_PARAMS[name], value]])),
  );
}
