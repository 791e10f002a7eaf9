import { guarded, withTimeout } from '../ops/timers.ts';
import {
  CALL_TIMEOUT_MS,
  type Dialect,
  type Engine,
  type EngineParts,
  monotonicMs,
  POSTGRES,
  type Purpose,
  type Row,
  type Schema,
  SQLITE,
  type Statement,
} from './engine.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Longest for what nobody waits for, and may be much. */
const ERASE_TIMEOUT_MS = 60_000;

const RETRY_MS = 10_000;

export interface DatabaseParts
  extends Pick<EngineParts, 'log'>,
    Partial<Pick<EngineParts, 'metrics' | 'create'>> {
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

/**
 * Opens the database: PostgreSQL when the configuration names one, else SQLite under its data
 * directory. Returns at once: it is opened when it is first asked for something, and again whenever
 * it was lost, with a try every 10 s. Meanwhile every call fails at once with the reason.
 * @param schemas the tables that it is to have
 */
export function openDatabase(
  { config, log, metrics = null, create = true, retryMs = RETRY_MS, after }: DatabaseParts,
  schemas: readonly ((dialect: Dialect) => Schema)[],
) {
  const { databaseUrl: url, dataDir, databasePool: connections } = config;
  const dialect = url === null ? SQLITE : POSTGRES;
  const parts = { log, metrics, create, schemas: schemas.map((schema) => schema(dialect)) };
  let current: Promise<Engine> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function attempt(): Promise<Engine> {
    current = open();
    current.catch(() => {}); // whoever asks something of it hears the reason
    return current;
  }

  const retry = () => void attempt();

  async function open(): Promise<Engine> {
    try {
      await after;
      const engine = await (url === null
        ? openSqlite(dataDir, parts)
        : openPostgres(url, connections, parts));
      database.opened = true;
      engine.lost?.then((reason) => {
        if (isClosed) return;
        log.error({ err: reason }, 'the database was lost; it is opened again');
        attempt();
      });
      return engine;
    } catch (error) {
      if (!isClosed) {
        metrics?.storeErrors.inc();
        log.error(
          { err: error },
          'the database cannot be opened: callback requests are refused until it can',
        );
        timer = setTimeout(guarded(retry), retryMs).unref();
      }
      throw error;
    }
  }

  /** Counts a failure of what the engine is told to do. */
  async function counted<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    const engine = await (current ?? attempt());
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

    async rows(purpose: Purpose, statement: Statement): Promise<Row[]> {
      return (await database.run(purpose, [statement]))[0] as Row[];
    },

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

export type Database = ReturnType<typeof openDatabase>;
