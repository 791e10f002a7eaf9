import type { Logger } from 'pino';
import type { Metrics } from '../../ops/metrics.ts';

/** SQL with its values for $1, $2 and so on. */
export type Statement = readonly [sql: string, ...values: Value[]];
export type Value = string | number | null;
export type Row = Record<string, Value>;

/**
 * The purpose of statements. A `write` is durable once it is answered; after an `erase` the removed
 * bytes are off the disk, as far as the engine can ensure.
 */
export type Purpose = 'read' | 'write' | 'erase';

/** An open database. */
export interface Database {
  /** Runs all statements or none, and returns the rows of each. */
  run(purpose: Purpose, statements: readonly Statement[]): Promise<Row[][]>;
  /** Erases copies that were set aside before. */
  purgeSetAside(before: Date): Promise<void>;
  close(): Promise<void>;
}

/** @param lost is called once, when the database has to be opened again */
export type OpenDatabase = (lost: (reason: Error) => void) => Promise<Database>;

const RETRY_MS = 10_000;

interface Observers {
  log: Logger;
  /** Null for a process that has none. */
  metrics: Pick<Metrics, 'storeErrors'> | null;
}

/**
 * A database that is reopened whenever it was lost, with a try every 10 s. Meanwhile every call
 * fails at once with the reason.
 */
export class ReopenedDatabase implements Database {
  readonly #open: OpenDatabase;
  readonly #observers: Observers;
  readonly #retryMs: number;
  #current: Promise<Database>;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  opened = false;

  constructor(open: OpenDatabase, observers: Observers, retryMs = RETRY_MS) {
    this.#open = open;
    this.#observers = observers;
    this.#retryMs = retryMs;
    this.#current = this.#attempt();
  }

  async run(purpose: Purpose, statements: readonly Statement[]): Promise<Row[][]> {
    const database = await this.#current;
    try {
      return await database.run(purpose, statements);
    } catch (error) {
      this.#observers.metrics?.storeErrors.inc();
      throw error;
    }
  }

  /** Runs one statement. */
  async rows(purpose: Purpose, statement: Statement): Promise<Row[]> {
    return (await this.run(purpose, [statement]))[0] as Row[];
  }

  /** Whether one statement returned a row. */
  async any(purpose: Purpose, statement: Statement): Promise<boolean> {
    return (await this.rows(purpose, statement)).length > 0;
  }

  async purgeSetAside(before: Date): Promise<void> {
    await (await this.#current).purgeSetAside(before);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const last = this.#current;
    this.#current = Promise.reject(new Error('the callback store is closed'));
    this.#current.catch(() => {});
    await last.then(
      (database) => database.close(),
      () => {},
    );
  }

  #attempt(): Promise<Database> {
    let open = false;
    const attempt = this.#open((reason) => {
      if (this.#closed || !open) return;
      this.#observers.log.error({ err: reason }, 'the callback store was lost; it is opened again');
      this.#current = this.#attempt();
    });
    attempt.then(
      () => {
        open = true;
        this.opened = true;
      },
      (error) => {
        if (this.#closed) return;
        this.#observers.metrics?.storeErrors.inc();
        this.#observers.log.error(
          { err: error },
          'the callback store cannot be opened: callback requests are refused until it can',
        );
        this.#timer = setTimeout(() => {
          this.#current = this.#attempt();
        }, this.#retryMs);
        this.#timer.unref();
      },
    );
    return attempt;
  }
}
