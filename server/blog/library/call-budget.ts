const CALLS_AT_ONCE = 4;
const CALLS_PER_SECOND = 5;
const WINDOW_MS = 1000;

/**
 * How much the site may ask of the content service, whatever its visitors do: 4 calls at once, 5 in
 * any second. Who cannot wait asks with `take`, who can with `turn`, in order; nobody overtakes
 * those who wait.
 */
export class CallBudget {
  readonly #now: () => number;
  readonly #starts: number[] = [];
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param now milliseconds of a clock that does not go back */
  constructor(now: () => number) {
    this.#now = now;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** A call now or not at all. Every call that was granted ends with `done`. */
  take(): boolean {
    if (this.#waiting.length > 0 || this.#pauseMs() > 0) return false;
    this.#grant();
    return true;
  }

  /** A call as soon as it is allowed. */
  turn(): Promise<void> {
    if (this.take()) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#serve();
    });
  }

  done(): void {
    this.#running -= 1;
    this.#serve();
  }

  /** Lets nobody wait any longer: for the end of the process. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  #grant(): void {
    this.#running += 1;
    this.#starts.push(this.#now());
  }

  /** Milliseconds until a call may start; endless until another one is done. */
  #pauseMs(): number {
    if (this.#running >= CALLS_AT_ONCE) return Number.POSITIVE_INFINITY;
    const now = this.#now();
    while (this.#starts.length > 0 && now - (this.#starts[0] as number) >= WINDOW_MS)
      this.#starts.shift();
    return this.#starts.length < CALLS_PER_SECOND
      ? 0
      : (this.#starts[0] as number) + WINDOW_MS - now;
  }

  #serve(): void {
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0) {
      const pause = this.#pauseMs();
      if (pause > 0) {
        if (Number.isFinite(pause))
          this.#timer = setTimeout(() => this.#serve(), Math.ceil(pause)).unref();
        return;
      }
      this.#grant();
      this.#waiting.shift()?.();
    }
  }
}
