import { use } from 'react';

/** Shown until data has arrived (docs/specification.md, section 3). */
export function Loading() {
  return <span role="status">Loading...</span>;
}

/**
 * The result of a reading; while it is a promise, the nearest Suspense boundary shows its fallback.
 */
export function readResult<T extends object>(result: T | Promise<T>): T {
  return result instanceof Promise ? use(result) : result;
}
