/** How long a result may be used again without a new request. */
const FRESH_MS = 60_000;
/**
 * A failure is forgotten after this, so that a later visit tries again but a re-render of the same
 * page does not.
 */
const FAILURE_KEPT_MS = 5000;

/** What the browser has fetched, by key; it is fetched again when it is old. */
export function createKeptResults<K, T extends { state: string }>(fetch: (key: K) => Promise<T>) {
  /** With the time each came, in milliseconds since 1970. */
  const results = new Map<K, { result: T; since: number }>();
  const pending = new Map<K, Promise<T>>();

  function keep(key: K, result: T): void {
    results.set(key, { result, since: Date.now() });
  }

  function renew(key: K): Promise<T> {
    const running = pending.get(key);
    if (running) return running;
    const renewal = fetch(key).then((result) => {
      // An outage never takes away what was there.
      if (result.state !== 'unavailable' || results.get(key)?.result.state !== 'ready')
        keep(key, result);
      return result;
    });
    ignoreFailure(renewal.finally(() => pending.delete(key)));
    pending.set(key, renewal);
    return renewal;
  }

  return {
    keep,
    read(key: K): T | Promise<T> {
      const kept = results.get(key);
      const ready = kept?.result.state === 'ready';
      if (kept && Date.now() - kept.since < (ready ? FRESH_MS : FAILURE_KEPT_MS))
        return kept.result;
      const renewed = renew(key);
      if (!kept || !ready) return renewed;
      ignoreFailure(renewed);
      return kept.result;
    },
  };
}

/** For what is fetched before anybody waits for it: whoever needs it asks again and is told. */
export function ignoreFailure(result: unknown): void {
  if (result instanceof Promise) result.catch(() => {});
}
