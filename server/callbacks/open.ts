import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { Metrics } from '../ops/metrics.ts';
import { guarded } from '../ops/timers.ts';
import { configuredReceivers } from './channels/channels.ts';
import { tryMailServer } from './channels/mail.ts';
import { type NOTICE_PACE, startNotices } from './outbox/notices.ts';
import { startOutbox } from './outbox/outbox.ts';
import { startRetention } from './retention.ts';
import { createStore } from './store/sql-store.ts';

/** The store of callback requests, its outbox and its channel monitor. */
export type Callbacks = NonNullable<ReturnType<typeof openCallbacks>>;

/**
 * Starts the background work of the store.
 * @returns null when PHP is the only receiver
 */
export function openCallbacks(parts: {
  /** The configuration at the start, for everything that the environment decides. */
  config: Config;
  /** Returns the configuration with the latest edit of the site file. */
  current: () => Config;
  log: Logger;
  metrics: Metrics;
  database: Database;
  noticePace?: typeof NOTICE_PACE;
}) {
  const { config, current, log, metrics, database, noticePace } = parts;
  const store = createStore(database);
  const { deliveries } = store;
  const receivers = configuredReceivers(config.channels, {
    urls: config,
    getConfig: current,
    deliveries,
  });
  if (config.channels.php && receivers.length === 0) return null;
  const channels = new Map(receivers.map(({ channel, deliver }) => [channel, deliver]));
  const formerChannels = new Map(
    receivers.flatMap(({ channel, formerChannel }) =>
      formerChannel ? [[formerChannel, channel] as const] : [],
    ),
  );
  const outbox = startOutbox({ store, channels, formerChannels, log, metrics });
  const notices = startNotices({
    receivers,
    deliveries,
    deskUrl: config.deskUrl,
    log,
    pace: noticePace,
  });
  const { mail } = config.channels;
  const trying =
    mail &&
    setTimeout(
      guarded(() => tryMail(mail.url, log)),
      AFTER_START_MS,
    ).unref();
  const retention = startRetention({ store, log, metrics, days: config.callbackRetentionDays });
  return {
    store,
    outbox,
    notices,
    async close(): Promise<void> {
      if (trying) clearTimeout(trying);
      notices.stop();
      retention.stop();
      await outbox.stop();
    },
  };
}

/** The delay before the mail server is checked: the site responds to visitors first. */
const AFTER_START_MS = 1000;

async function tryMail(url: string, log: Logger): Promise<void> {
  const attempt = await tryMailServer(url);
  if (attempt.kind === 'delivered') return;
  const { reason } = attempt;
  log.error(
    { reason },
    'the mail server in SMTP_URL cannot be reached or refused the login: no callback request can be emailed',
  );
}
