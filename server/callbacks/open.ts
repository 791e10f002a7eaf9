import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Metrics } from '../ops/metrics.ts';
import { configuredChannels } from './channels/configured.ts';
import { type Outbox, startOutbox } from './outbox/outbox.ts';
import { startRetention } from './retention.ts';
import { openStore } from './store/open.ts';
import type { CallbackStore } from './store.ts';

/** The store of this process and its outbox. */
export interface Callbacks {
  store: CallbackStore;
  outbox: Outbox;
  close(): Promise<void>;
}

/**
 * Opens the store and starts its background work. Null when the PHP backend alone keeps callback
 * requests and nobody else is told.
 */
export function openCallbacks({
  config,
  log,
  metrics,
  retryMs,
  after,
}: {
  config: Config;
  log: Logger;
  metrics: Metrics;
  /** Milliseconds until a store that could not be opened is tried again. */
  retryMs?: number;
  /** Settles when the store may be opened. */
  after?: Promise<void>;
}): Callbacks | null {
  const channels = configuredChannels(config);
  if (config.phpBackendUrl && channels.size === 0) return null;
  const store = openStore({ config, log, metrics, retryMs, after });
  const outbox = startOutbox({ store, channels, log, metrics });
  const retention = startRetention({ store, days: config.callbackRetentionDays, log });
  const close = async () => {
    retention.stop();
    await outbox.stop();
    await store.close();
  };
  return { store, outbox, close };
}
