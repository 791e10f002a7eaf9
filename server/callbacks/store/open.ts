import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Metrics } from '../../ops/metrics.ts';
import type { CallbackStore } from '../store.ts';
import { type OpenDatabase, ReopenedDatabase } from './database.ts';
import { POSTGRES, SQLITE } from './dialect.ts';
import { openPostgres } from './postgres.ts';
import { SqlStore } from './sql-store.ts';
import { openSqlite } from './sqlite.ts';

/**
 * Opens the store of callback requests: PostgreSQL when the configuration names one, else SQLite
 * under its data directory. Returns at once: the site starts even if the store cannot be opened.
 * @param create false: a missing store is an error, and nothing is created in its place
 */
export function openStore({
  config: { callbackStore, dataDir },
  log,
  metrics = null,
  create = true,
  retryMs,
  after,
}: {
  config: Pick<Config, 'callbackStore' | 'dataDir'>;
  log: Logger;
  metrics?: Pick<Metrics, 'storeErrors'> | null;
  create?: boolean;
  /** Milliseconds until a store that could not be opened is tried again. */
  retryMs?: number;
  /** Settles when it may be opened; what is asked of it until then waits. */
  after?: Promise<void>;
}): CallbackStore {
  const [open, dialect] =
    callbackStore === null
      ? [openSqlite({ dataDir, log, create }), SQLITE]
      : [openPostgres({ url: callbackStore, log, create }), POSTGRES];
  const openThen: OpenDatabase = async (lost) => {
    await after;
    return open(lost);
  };
  return new SqlStore(new ReopenedDatabase(openThen, { log, metrics }, retryMs), dialect);
}
