/** How long a visitor who needs the whole answer waits for a silent service. */
const VISITOR_WAIT_MS = 5000;
/** How long such a visitor waits in the queue while the service answers others. */
const LONGEST_WAIT_MS = 30_000;

/**
 * Waits like a crawler: no longer than 5 s for a silent service, but through the whole queue of a
 * healthy one.
 * @returns undefined when time is up; the work itself goes on
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

/** @returns undefined when time is up first; the work itself goes on */
export async function inTime<T>(
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
