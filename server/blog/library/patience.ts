import { setTimeout as sleep } from 'node:timers/promises';

/** How long a visitor who needs the whole answer at once waits for a service that is silent. */
const VISITOR_WAIT_MS = 5000;
/** The most that such a visitor waits for a turn while the service answers others. */
const LONGEST_WAIT_MS = 30_000;

/**
 * Waits like a crawler: no longer than 5 s for a service that says nothing, but a queue before one
 * that is well is waited out.
 * @returns undefined when the patience is over; what was waited for goes on
 */
export async function patiently<T>(
  promise: T | Promise<T>,
  { answered }: { answered: () => number },
): Promise<T | undefined> {
  for (let waited = 0; waited < LONGEST_WAIT_MS; waited += VISITOR_WAIT_MS) {
    const before = answered();
    const result = await inTime(promise, VISITOR_WAIT_MS);
    if (result !== undefined || answered() === before) return result;
  }
  return undefined;
}

/** @returns undefined when the time is over first; what was waited for goes on */
export async function inTime<T>(
  promise: T | Promise<T>,
  milliseconds: number,
): Promise<T | undefined> {
  const settled = new AbortController();
  try {
    return await Promise.race([
      promise,
      sleep(milliseconds, undefined, { signal: settled.signal }),
    ]);
  } finally {
    settled.abort();
  }
}
