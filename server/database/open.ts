import type { Logger } from 'pino';
import type { Metrics } from '../ops/metrics.ts';
import { createDatabase, type Database, type OpenEngine } from './database.ts';
import { type Dialect, POSTGRES, SQLITE } from './dialect.ts';
import { openPostgres } from './postgres.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

export interface DatabaseParts {
  config: {
    /** Null is SQLite under `dataDir`. */
    databaseUrl: string | null;
    dataDir: string;
    /** Most connections to PostgreSQL; else as many as its driver makes by default. */
    databasePool?: number;
  };
  log: Logger;
  metrics?: Pick<Metrics, 'storeErrors'> | null;
  /** False: a missing database is an error, and nothing is created in its place. */
  create?: boolean;
  /** Milliseconds until a database that could not be opened is tried again. */
  retryMs?: number;
  /** Settles when it may be opened; what is asked of it until then waits. */
  after?: Promise<void>;
}

/**
 * Opens the database: PostgreSQL when the configuration names one, else SQLite under its data
 * directory. Returns at once: the site starts even if it cannot be opened.
 * @param schemas the tables that it is to have
 */
export function openDatabase(
  { config, log, metrics = null, create = true, retryMs, after }: DatabaseParts,
  schemas: readonly ((dialect: Dialect) => Schema)[],
): Database {
  const { databaseUrl: url, dataDir, databasePool: connections } = config;
  const dialect = url === null ? SQLITE : POSTGRES;
  const tables = schemas.map((schema) => schema(dialect));
  const open =
    url === null
      ? openSqlite({ dataDir, log, metrics, create, schemas: tables })
      : openPostgres({ url, connections, log, create, schemas: tables });
  const openThen: OpenEngine = async (lost) => {
    await after;
    return open(lost);
  };
  return createDatabase(openThen, dialect, { log, metrics }, retryMs);
}
