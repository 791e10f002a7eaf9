import { use } from 'react';

/**
 * A reading of the blog that is made at first need and then kept. A page makes one for as long as
 * it is shown: a part of it that is rendered again must meet the same promise, and a failed reading
 * must not be tried again by a mere re-render.
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
