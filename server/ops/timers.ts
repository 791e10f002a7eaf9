import type { Logger } from 'pino';

let log: Pick<Logger, 'error'> | undefined;

/** Where the errors of guarded work are logged from now on. */
export function logGuarded(to: Pick<Logger, 'error'>): void {
  log = to;
}

/** Work for a timer, whose errors nobody could catch: they are logged in place of ending the process. */
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
 * Waits for work no longer than so long. The work itself goes on.
 * @param late gives what is returned when time is up first, or throws
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

/** Makes something when first asked for, and keeps it; what failed is tried again by the next. */
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
