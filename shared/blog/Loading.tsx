import { use } from 'react';

/** Shown until data has arrived (docs/specification.md, section 3). */
export function Loading() {
  return <span role="status">Loading...</span>;
}

/**
 * A reading of the blog, made when first needed and then kept. A page keeps one for as long as it
 * is shown, so that a re-render meets the same promise and does not repeat a failed reading.
 */
export function once<T>(read: () => T): () => T {
  let made: { result: T } | undefined;
  return () => {
    made ??= { result: read() };
    return made.result;
  };
}

/**
 * The result of a reading; while it is a promise, the nearest Suspense boundary shows its fallback.
 */
export function settled<T extends object>(result: T | Promise<T>): T {
  return result instanceof Promise ? use(result) : result;
}
