export const RATE_WINDOW_MS = 10 * 60 * 1000;
/**
 * How many keys are remembered, so that memory stays bounded however many addresses an attacker
 * has.
 */
const KEY_LIMIT = 50_000;

/** Windows of ten minutes that replicas count together, when they share a database. */
export interface SharedWindows {
  /** Adds to the window of each key; null when that is not possible now. */
  add(keys: readonly string[], by: 0 | 1): Promise<{ count: number; endsInMs: number }[] | null>;
}

/**
 * Counts by key, at most `limit` in a window that begins with the first. Uses a monotonic clock, so
 * that a clock set back makes nobody wait longer.
 */
export class FixedWindowLimiter {
  readonly #limit: number;
  readonly #capacity: number;
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  constructor(limit: number, capacity = KEY_LIMIT) {
    this.#limit = limit;
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** Seconds until the window ends if its limit is used up, or exceeded by so many; otherwise 0. */
  secondsFull(key: string, by = 0): number {
    const window = this.#windows.get(key);
    if (!window || window.count < this.#limit + by) return 0;
    return Math.max(0, Math.ceil((window.endsAt - performance.now()) / 1000));
  }

  count(key: string): void {
    const now = performance.now();
    const window = this.#windows.get(key);
    if (window && window.endsAt > now) {
      window.count++;
      return;
    }
    this.#begin(key, { count: 1, endsAt: now + RATE_WINDOW_MS });
  }

  /** What all replicas have counted. */
  adopt(key: string, { count, endsInMs }: { count: number; endsInMs: number }): void {
    const own = this.#windows.get(key);
    if (endsInMs > 0 && count >= (own?.count ?? 0))
      this.#begin(key, { count, endsAt: performance.now() + endsInMs });
  }

  #begin(key: string, window: { count: number; endsAt: number }): void {
    this.#windows.delete(key);
    this.#makeRoom(performance.now());
    this.#windows.set(key, window);
  }

  /** Windows are kept in the order in which they began. */
  #makeRoom(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < this.#capacity) return;
      this.#windows.delete(key);
    }
  }
}

/**
 * Tells several limiters what all replicas have counted, in one round trip.
 * @param by 1 also counts; the limiters have counted by themselves already
 */
export async function countTogether(
  shared: SharedWindows | null,
  by: 0 | 1,
  limits: readonly (readonly [name: string, limiter: FixedWindowLimiter, key: string])[],
): Promise<void> {
  const windows = await shared?.add(
    limits.map(([name, , key]) => `${name} ${key}`),
    by,
  );
  for (const [index, window] of windows?.entries() ?? []) {
    const [, limiter, key] = limits[index] as (typeof limits)[number];
    limiter.adopt(key, window);
  }
}

const WRONG_GUESSES = 20;
/** Bounds what somebody can guess who has many addresses, or may write X-Forwarded-For himself. */
const WRONG_GUESSES_OF_ALL = 20 * WRONG_GUESSES;

/** Counts wrong guesses at a secret: in ten minutes 20 of one client, and 400 of all together. */
export class WrongGuesses {
  readonly #clients = new FixedWindowLimiter(WRONG_GUESSES);
  readonly #all: FixedWindowLimiter;
  readonly #name: string;
  readonly #shared: SharedWindows | null;

  /** @param name of the secret, for windows that are shared */
  constructor(name: string, shared: SharedWindows | null, ofAll = WRONG_GUESSES_OF_ALL) {
    this.#name = name;
    this.#shared = shared;
    this.#all = new FixedWindowLimiter(ofAll);
  }

  /** Seconds for which this client may guess no more; otherwise 0. */
  async secondsFull(client: string): Promise<number> {
    await this.#together(client, 0);
    return Math.max(this.#clients.secondsFull(client), this.#all.secondsFull(''));
  }

  async count(client: string): Promise<void> {
    this.#clients.count(client);
    this.#all.count('');
    await this.#together(client, 1);
  }

  #together(client: string, by: 0 | 1): Promise<void> {
    return countTogether(this.#shared, by, [
      [this.#name, this.#clients, client],
      [`${this.#name} of all`, this.#all, ''],
    ]);
  }
}
