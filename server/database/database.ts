import type { Logger } from 'pino';
import { guarded, withTimeout } from '../ops/timers.ts';
import {
  CALL_TIMEOUT_MS,
  type Dialect,
  type Engine,
  type EngineParts,
  monotonicMs,
  POSTGRES,
  type Row,
  type Schema,
  SQLITE,
  type Statement,
} from './engine.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

const RETRY_MS = 10_000;

export interface DatabaseParts {
  log: Logger;
  /** Where failures are counted. */
  metrics?: EngineParts['metrics'];
  /** False: a missing database is an error, and nothing is created in its place. */
  create?: boolean;
  config: {
    /** Null is SQLite under `dataDir`. */
    databaseUrl: string | null;
    dataDir: string;
    /** Most connections to PostgreSQL; else as many as its driver makes by default. */
    databasePool?: number;
  };
  /** Milliseconds until a database that could not be opened is tried again. */
  retryMs?: number;
  /** Settles when it may be opened; what is asked of it until then waits. */
  after?: Promise<void>;
}

/** Every method rejects while the database cannot be reached, within five seconds. */
export interface Database {
  dialect: Dialect;
  /** Whether it has opened once. */
  readonly opened: boolean;
  /** Runs one statement, which is durable once it is answered. */
  run(statement: Statement): Promise<Row[]>;
  /** Runs statements, all or none, which are durable once they are answered: the rows of each. */
  transaction(statements: readonly Statement[]): Promise<Row[][]>;
  /** Takes what was deleted off the disk, as far as the engine can ensure. */
  scrub(): Promise<void>;
  /** Erases personal data that came before from databases that were set aside. */
  purgeSetAside(before: Date): Promise<void>;
  /** Finishes what was asked for; nothing more is taken. */
  close(): Promise<void>;
}

/**
 * Opens the database: PostgreSQL when the configuration names one, else SQLite under its data
 * directory. Returns at once: it is opened when it is first asked for something, and again whenever
 * it was lost, with a try every 10 s. Meanwhile every call fails at once with the reason.
 * @param schemas the tables that it is to have
 */
export function openDatabase(
  parts: DatabaseParts,
  schemas: readonly ((dialect: Dialect) => Schema)[],
): Database {
  const { config, log, metrics = null, create = true, retryMs = RETRY_MS, after } = parts;
  const { databaseUrl, dataDir, databasePool } = config;
  const dialect = databaseUrl === null ? SQLITE : POSTGRES;
  const engineParts = { log, metrics, create, schemas: schemas.map((schema) => schema(dialect)) };
  let engine: Promise<Engine> | null = null;
  let opened = false;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  function start(): Promise<Engine> {
    engine = open();
    engine.catch(() => {}); // whoever asks something of it hears the reason
    return engine;
  }

  async function open(): Promise<Engine> {
    try {
      await after;
      const engine =
        databaseUrl === null
          ? await openSqlite(dataDir, engineParts)
          : await openPostgres(databaseUrl, databasePool, engineParts);
      opened = true;
      engine.lost?.then((reason) => {
        if (closed) return;
        log.error({ err: reason }, 'the database connection was lost; opening it again');
        start();
      });
      return engine;
    } catch (error) {
      if (!closed) {
        metrics?.storeErrors.inc();
        log.error(
          { err: error },
          'the database cannot be opened: callback requests are refused until it can',
        );
        retry = setTimeout(guarded(start), retryMs).unref();
      }
      throw error;
    }
  }

  /** Counts a failure of what the engine is asked for. */
  async function counted<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    const asked = await (engine ?? start());
    try {
      return await work(asked);
    } catch (error) {
      metrics?.storeErrors.inc();
      throw error;
    }
  }

  /** Nobody can call back a disk that hangs: what it was asked for may be done yet. */
  async function transaction(statements: readonly Statement[]): Promise<Row[][]> {
    const until = monotonicMs() + CALL_TIMEOUT_MS;
    const done = counted((engine) => engine.transaction(statements, until));
    return withTimeout(done, CALL_TIMEOUT_MS + 1000, () => {
      throw new Error('the database does not answer');
    });
  }

  return {
    dialect,
    get opened() {
      return opened;
    },
    async run(statement) {
      const [rows] = await transaction([statement]);
      return rows as Row[];
    },
    transaction,
    scrub: () => counted(async (engine) => engine.scrub?.()),
    purgeSetAside: (before) => counted(async (engine) => engine.purgeSetAside?.(before)),
    async close() {
      closed = true;
      clearTimeout(retry);
      const last = engine;
      engine = Promise.reject(new Error('the database is closed'));
      engine.catch(() => {});
      const open = await last?.catch(() => null);
      await open?.close();
    },
  };
}
