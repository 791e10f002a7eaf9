/** What an editor did, as far as the webhook says. */
export interface ContentChange {
  kind: 'publish' | 'unpublish' | 'delete' | 'archive';
  /** Of the entry or asset. */
  id: string;
  /** Whether it is an entry of the blog's content type; anything else only appears inside posts. */
  isPost: boolean;
  revision: number | null;
}

/** Undefined when the notice does not say what changed. */
type Change = ContentChange | undefined;

interface Parts {
  /** Asks the service again. @returns the slugs of posts that changed */
  ask: (changes: Change[]) => Promise<Set<string>>;
  /** Whether the service has answered with this change. */
  seen: (change: Change) => boolean;
  /** Between one question and the next, in milliseconds. */
  pausesMs?: readonly number[];
  /** Slugs of posts that may show a change. */
  affected: (change: Change) => string[];
  /** Called with the slugs of posts that changed or may show a change. */
  changed: (slugs: ReadonlySet<string>) => Promise<void>;
}

/** The service's delivery network can lag 20 s behind its own notices. */
const PAUSES_MS = [2000, 3000, 5000, 10_000];

interface Pending {
  change: Change;
  round: number;
}

/**
 * Follows an editor's change until the service shows it: asks at once, then after about 2, 5, 10
 * and 20 s. One call at a time; changes that arrive meanwhile share the next one.
 */
export class EditorChanges {
  readonly #parts: Parts;
  readonly #timers = new Set<NodeJS.Timeout>();
  #stopped = false;
  #running: Promise<void> = Promise.resolve();
  #next: { batch: Pending[]; done: Promise<void> } | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Resolves after the first call. */
  add(change: Change, round = 0): Promise<void> {
    if (!this.#next) {
      const batch: Pending[] = [];
      const done = this.#running.then(() => {
        this.#next = null;
        return this.#follow(batch);
      });
      this.#next = { batch, done };
      this.#running = done;
    }
    this.#next.batch.push({ change, round });
    return this.#next.done;
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #follow(batch: Pending[]): Promise<void> {
    const { ask, seen, affected, changed, pausesMs = PAUSES_MS } = this.#parts;
    const slugs = await ask(batch.map(({ change }) => change));
    for (const { change, round } of batch) {
      const pauseMs = seen(change) ? undefined : pausesMs[round];
      if (pauseMs !== undefined && !this.#stopped) this.#again(change, round + 1, pauseMs);
      if (pauseMs === undefined || round === 0)
        for (const slug of affected(change)) slugs.add(slug);
    }
    if (slugs.size > 0 || batch.some(({ round }) => round === 0)) await changed(slugs);
  }

  #again(change: Change, round: number, pauseMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.add(change, round);
    }, pauseMs).unref();
    this.#timers.add(timer);
  }
}
