import type { Logger } from 'pino';

let log: Pick<Logger, 'error'> | undefined;

/** Sets the logger for the errors of background work. */
export function setErrorLogger(to: Pick<Logger, 'error'>): void {
  log = to;
}

/** Wraps work that nobody waits for, as that of a timer: its errors are logged. */
export function logErrors(work: () => unknown): () => Promise<void> {
  return async () => {
    try {
      await work();
    } catch (error) {
      log?.error({ err: error }, 'background work failed');
    }
  };
}

/**
 * Waits for work until a timeout. The work itself goes on.
 * @param onTimeout gives the result after a timeout, or throws
 */
export async function withTimeout<T, Late = undefined>(
  work: T | Promise<T>,
  milliseconds: number,
  onTimeout: () => Late = () => undefined as Late,
): Promise<T | Late> {
  const timeUp = Promise.withResolvers<void>();
  const timer = setTimeout(() => timeUp.resolve(), milliseconds);
  try {
    return await Promise.race([work, timeUp.promise.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits, but no longer than until the signal is aborted. It keeps no process alive. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds).unref();
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/**
 * Runs a function at the first call and keeps its result. The next call retries after a failure.
 */
export function lazyAsync<T>(make: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined;
  return () => {
    promise ??= make().catch((error: unknown) => {
      promise = undefined;
      throw error;
    });
    return promise;
  };
}
