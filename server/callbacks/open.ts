import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { unlessHeld } from '../database/replicas.ts';
import type { Metrics } from '../ops/metrics.ts';
import { configuredChannels } from './channels/channels.ts';
import { startOutbox } from './outbox/outbox.ts';
import { startRetention } from './retention.ts';
import { createStore } from './store/sql-store.ts';

/** Longer than retention usually takes; after a kill it goes on within ten seconds of the next start. */
const RETENTION_LEASE_MS = 5000;

/** The store of this process and its outbox. */
export type Callbacks = NonNullable<ReturnType<typeof openCallbacks>>;

/**
 * Starts the background work of the store. Null when the PHP backend alone keeps callback
 * requests and nobody else is told.
 */
export function openCallbacks(parts: {
  config: Config;
  /** The configuration with the newest edit of the site file. */
  current: () => Config;
  log: Logger;
  metrics: Metrics;
  database: Database;
}) {
  const { config, current, log, metrics, database } = parts;
  const store = createStore(database);
  const channels = configuredChannels(config.channels, current, store.deliveries);
  if (config.channels.php && channels.size === 0) return null;
  const outbox = startOutbox({ store, channels, log, metrics });
  const retention = startRetention({
    store,
    days: config.callbackRetentionDays,
    alone: (work) => unlessHeld(database, 'retention', RETENTION_LEASE_MS, work),
    log,
    metrics,
  });
  return {
    store,
    outbox,
    async close(): Promise<void> {
      retention.stop();
      await outbox.stop();
    },
  };
}
