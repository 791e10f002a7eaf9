/** How long a result may be used again without a new request. */
const FRESH_MS = 60_000;
/**
 * A failure is forgotten after this, so that a later visit tries again but a re-render of the same
 * page does not.
 */
const FAILURE_KEPT_MS = 5000;

/**
 * What the browser has fetched, by key, each with the time it came (milliseconds since the epoch).
 */
export class KeptResults<K, T extends { state: string }> {
  readonly #fetch: (key: K) => Promise<T>;
  readonly #results = new Map<K, { result: T; since: number }>();
  readonly #pending = new Map<K, Promise<T>>();

  constructor(fetch: (key: K) => Promise<T>) {
    this.#fetch = fetch;
  }

  keep(key: K, result: T): void {
    this.#results.set(key, { result, since: Date.now() });
  }

  read(key: K): T | Promise<T> {
    const kept = this.#results.get(key);
    const ready = kept?.result.state === 'ready';
    if (kept && Date.now() - kept.since < (ready ? FRESH_MS : FAILURE_KEPT_MS)) return kept.result;
    const renewed = this.#renew(key);
    if (!kept || !ready) return renewed;
    ignoreFailure(renewed);
    return kept.result;
  }

  #renew(key: K): Promise<T> {
    const running = this.#pending.get(key);
    if (running) return running;
    const renewal = this.#fetch(key).then((result) => {
      // An outage never takes away what was there.
      if (result.state !== 'unavailable' || this.#results.get(key)?.result.state !== 'ready')
        this.keep(key, result);
      return result;
    });
    ignoreFailure(renewal.finally(() => this.#pending.delete(key)));
    this.#pending.set(key, renewal);
    return renewal;
  }
}

/** For what is fetched before anybody waits for it: whoever needs it asks again and is told. */
export function ignoreFailure(result: unknown): void {
  if (result instanceof Promise) result.catch(() => {});
}
