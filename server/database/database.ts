import type { Logger } from 'pino';
import type { Metrics } from '../ops/metrics.ts';
import { guarded, withTimeout } from '../ops/timers.ts';
import type { Dialect } from './dialect.ts';

/** SQL with its values for $1, $2 and so on. */
export type Statement = readonly [sql: string, ...values: Value[]];
export type Value = string | number | null;
export type Row = Record<string, Value>;

/**
 * The purpose of statements. A `write` is durable once it is answered; after an `erase` the removed
 * bytes are off the disk, as far as the engine can ensure. A `quick` statement is alone: in PostgreSQL
 * it takes one round trip and holds its locks no longer than that.
 */
export type Purpose = 'read' | 'write' | 'erase' | 'quick';

/** Longest that a call waits for others that use the database: a visitor waits 5.5 s in all. */
export const CALL_TIMEOUT_MS = 4000;

/** Longest for what nobody waits for, and may be much. */
const ERASE_TIMEOUT_MS = 60_000;

/** Milliseconds of a clock that nobody sets and that threads share. */
export const monotonicMs = () => Number(process.hrtime.bigint() / 1_000_000n);

/** An open database: SQLite or PostgreSQL. */
export interface Engine {
  /**
   * Runs all statements or none, and returns the rows of each.
   * @param until when to give up waiting for the database, by `monotonicMs`
   */
  run(purpose: Purpose, statements: readonly Statement[], until: number): Promise<Row[][]>;
  /** Erases personal data that came before from copies that were set aside. */
  purgeSetAside(before: Date): Promise<void>;
  close(): Promise<void>;
}

/** @param lost is called once, when the database has to be opened again */
export type OpenEngine = (lost: (reason: Error) => void) => Promise<Engine>;

const RETRY_MS = 10_000;

interface Observers {
  log: Logger;
  /** Null for a process that has none. */
  metrics: Pick<Metrics, 'storeErrors'> | null;
}

/**
 * A database that is reopened whenever it was lost, with a try every 10 s. Meanwhile every call
 * fails at once with the reason. It is opened when it is first asked for something.
 */
export function createDatabase(
  open: OpenEngine,
  dialect: Dialect,
  { log, metrics }: Observers,
  retryMs = RETRY_MS,
) {
  let current: Promise<Engine> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function attempt(): Promise<Engine> {
    let isOpen = false;
    const opening = open((reason) => {
      if (isClosed || !isOpen) return;
      log.error({ err: reason }, 'the database was lost; it is opened again');
      current = attempt();
    });
    opening.then(
      () => {
        isOpen = true;
        database.opened = true;
      },
      (error) => {
        if (isClosed) return;
        metrics?.storeErrors.inc();
        log.error(
          { err: error },
          'the database cannot be opened: callback requests are refused until it can',
        );
        const retry = () => {
          current = attempt();
        };
        timer = setTimeout(guarded(retry), retryMs).unref();
      },
    );
    return opening;
  }

  /** Counts a failure of what the engine is told to do. */
  async function counted<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    current ??= attempt();
    const engine = await current;
    try {
      return await work(engine);
    } catch (error) {
      metrics?.storeErrors.inc();
      throw error;
    }
  }

  const database = {
    dialect,
    opened: false,

    async run(purpose: Purpose, statements: readonly Statement[]): Promise<Row[][]> {
      const until = monotonicMs() + CALL_TIMEOUT_MS;
      const carriedOut = counted((engine) => engine.run(purpose, statements, until));
      // Nobody can call back a disk that hangs: what it was told to do may be done yet.
      const limit = purpose === 'erase' ? ERASE_TIMEOUT_MS : CALL_TIMEOUT_MS + 1000;
      return withTimeout(carriedOut, limit, () => {
        throw new Error('the database does not answer');
      });
    },

    /** Runs one statement. */
    async rows(purpose: Purpose, statement: Statement): Promise<Row[]> {
      return (await database.run(purpose, [statement]))[0] as Row[];
    },

    /** Whether one statement returned a row. */
    async any(purpose: Purpose, statement: Statement): Promise<boolean> {
      return (await database.rows(purpose, statement)).length > 0;
    },

    purgeSetAside: (before: Date) => counted((engine) => engine.purgeSetAside(before)),

    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      const last = current;
      current = Promise.reject(new Error('the database is closed'));
      current.catch(() => {});
      await last?.then(
        (engine) => engine.close(),
        () => {},
      );
    },
  };
  return database;
}

export type Database = ReturnType<typeof createDatabase>;
