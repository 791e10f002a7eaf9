import type { Logger } from 'pino';

let log: Pick<Logger, 'error'> | undefined;

/** Sets the logger for the errors of timers. */
export function logGuarded(to: Pick<Logger, 'error'>): void {
  log = to;
}

/** Wraps the work of a timer. Nobody could catch its errors, so they are logged. */
export function guarded(work: () => unknown): () => Promise<void> {
  return async () => {
    try {
      await work();
    } catch (error) {
      log?.error({ err: error }, 'the work of a timer failed');
    }
  };
}

/**
 * Waits for work until a timeout. The work itself goes on.
 * @param late gives the result after a timeout, or throws
 */
export async function withTimeout<T, Late = undefined>(
  work: T | Promise<T>,
  milliseconds: number,
  late: () => Late = () => undefined as Late,
): Promise<T | Late> {
  const timeUp = Promise.withResolvers<void>();
  const timer = setTimeout(() => timeUp.resolve(), milliseconds);
  try {
    return await Promise.race([work, timeUp.promise.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs a function at the first call and keeps its result. The next call retries after a failure.
 */
export function onFirstUse<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
