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

/** @returns undefined when time is up first; the work itself goes on */
export async function withTimeout<T>(
  promise: T | Promise<T>,
  milliseconds: number,
): Promise<T | undefined> {
  const timeUp = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => timeUp.resolve(undefined), milliseconds);
  try {
    return await Promise.race([promise, timeUp.promise]);
  } finally {
    clearTimeout(timer);
  }
}
