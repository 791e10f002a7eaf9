import type { Logger } from 'pino';
import { withTimeout } from '../ops/async.ts';
import {
  CALL_TIMEOUT_MS,
  type Engine,
  type EngineDeps,
  monotonicMs,
  POSTGRES,
  type Row,
  SQLITE,
  type Statement,
} from './engine.ts';
import { NEWER_SCHEMA } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

const RETRY_MS = 10_000;

export interface DatabaseDeps {
  log: Logger;
  /** The metric of failures; null for commands. */
  metrics?: EngineDeps['metrics'];
  /** When false, a missing database is an error and nothing is created. */
  create?: boolean;
  config: {
    /** Null for SQLite under `dataDir`. */
    databaseUrl: string | null;
    dataDir: string;
  };
  /** The delay before a database that could not be opened is tried again, in milliseconds. */
  retryMs?: number;
  /** Settles when the database may be opened; calls wait until then. */
  openAfter?: Promise<void>;
}

/** A database. Every method rejects within five seconds while it cannot be reached. */
export type Database = ReturnType<typeof openDatabase>;

/**
 * Opens the database: PostgreSQL when the configuration names one, else SQLite under its data
 * directory. Returns at once: the database is opened by the first call, and again after it was
 * lost, with an attempt every 10 s. Meanwhile every call fails at once with the reason.
 */
export function openDatabase(deps: DatabaseDeps) {
  const { config, log, metrics = null, create = true, retryMs = RETRY_MS, openAfter } = deps;
  const { databaseUrl, dataDir } = config;
  const dialect = databaseUrl === null ? SQLITE : POSTGRES;
  const refused = Promise.withResolvers<Error>();
  let engine: Promise<Engine> | null = null;
  let hasOpened = false;
  let closed = false;
  let retryTimer: NodeJS.Timeout | undefined;

  function start(): Promise<Engine> {
    engine = open();
    engine.catch(() => {}); // callers get the reason
    return engine;
  }

  async function open(): Promise<Engine> {
    try {
      await openAfter;
      const engineDeps = { log, metrics, create, isReopened: hasOpened };
      const engine =
        databaseUrl === null
          ? await openSqlite(dataDir, engineDeps)
          : await openPostgres(databaseUrl, engineDeps);
      hasOpened = true;
      engine.lost?.then((reason) => {
        if (closed) return;
        log.error({ err: reason }, 'the database connection was lost; opening it again');
        start();
      });
      return engine;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === NEWER_SCHEMA) refused.resolve(error as Error);
      else if (!closed) {
        metrics?.storeErrors.inc();
        log.error(
          { err: error },
          'the database cannot be opened: callback requests are refused until it can',
        );
        retryTimer = setTimeout(start, retryMs).unref();
      }
      throw error;
    }
  }

  /** Runs a call of the engine and counts its failure. */
  async function withErrorMetric<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    const openEngine = await (engine ?? start());
    try {
      return await work(openEngine);
    } catch (error) {
      metrics?.storeErrors.inc();
      throw error;
    }
  }

  /** Rejects after the timeout but cannot cancel the write: a hung disk may still complete it. */
  async function transaction(statements: readonly Statement[], isDryRun = false): Promise<Row[][]> {
    const until = monotonicMs() + CALL_TIMEOUT_MS;
    const done = withErrorMetric((engine) => engine.transaction(statements, { until, isDryRun }));
    return withTimeout(done, CALL_TIMEOUT_MS + 1000, () => {
      throw new Error('the database does not answer');
    });
  }

  return {
    dialect,
    /** Resolves with the reason when a newer version of the site made the database. */
    refused: refused.promise,
    /** True once it has been opened. */
    get opened() {
      return hasOpened;
    },
    /** Runs one statement; its effect is durable once the promise resolves. */
    async run(statement: Statement): Promise<Row[]> {
      const [rows] = await transaction([statement]);
      return rows as Row[];
    },
    /**
     * Runs statements in a transaction and returns the rows of each. Their effect is durable once
     * the promise resolves.
     */
    transaction: (statements: readonly Statement[]) => transaction(statements),
    /** Runs statements in a transaction that is rolled back, and returns the rows of each. */
    dryRun: (statements: readonly Statement[]) => transaction(statements, true),
    /** Removes deleted data from the disk, as far as the engine can ensure. */
    scrub: () => withErrorMetric(async (engine) => engine.scrub?.()),
    /** Deletes personal data received before this time from quarantined databases. */
    purgeQuarantined: (before: Date) =>
      withErrorMetric(async (engine) => engine.purgeQuarantined?.(before)),
    /** Finishes pending calls and accepts no more. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(retryTimer);
      const lastEngine = engine;
      engine = Promise.reject(new Error('the database is closed'));
      engine.catch(() => {});
      const open = await lastEngine?.catch(() => null);
      await open?.close();
    },
  };
}
