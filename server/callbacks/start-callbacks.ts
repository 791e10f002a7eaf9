import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { logErrors } from '../ops/async.ts';
import type { Metrics } from '../ops/metrics.ts';
import { startCallbackProof } from './callback-proof.ts';
import { createChannels } from './deliver/create-channels.ts';
import { verifyMailServer } from './deliver/mail.ts';
import { type NOTICE_PACE, startNotices } from './deliver/notices.ts';
import { createChecks } from './deliver/operator-checks.ts';
import { startOutbox } from './deliver/outbox.ts';
import { createCallbackStore } from './store/callback-store.ts';
import { warnOfEmbeddedRequests } from './store/import-callbacks.ts';
import { startRetention } from './store/retention.ts';
import { watchStore } from './store/watch-store.ts';
import { startWeeklyCounts } from './store/weekly-counts.ts';

/** The store of callback requests, its outbox and its notices. */
export type Callbacks = NonNullable<ReturnType<typeof startCallbacks>>;

/**
 * Starts the background work of the store.
 * @returns null when PHP is the only receiver
 */
export function startCallbacks(deps: {
  /** The configuration at the start, for everything that the environment decides. */
  config: Config;
  /** Returns the configuration with the latest edit of the site file. */
  getConfig: () => Config;
  log: Logger;
  metrics: Metrics;
  database: Database;
  noticePace?: typeof NOTICE_PACE;
}) {
  const { config, getConfig, log, metrics, database, noticePace } = deps;
  const { php, mail } = config.channels;
  const store = createCallbackStore(database);
  const receivers = createChannels(config.channels, {
    urls: config,
    getConfig,
    deliveries: store.deliveries,
  });
  if (php && receivers.length === 0) return null;
  const channels = new Map(receivers.map(({ channel, deliver }) => [channel, deliver]));
  // PHP without a spool is the keeper of requests, and the store only forwards them.
  const keepsRequests = !php || php.spool;
  const storeWatch = keepsRequests ? watchStore({ store, log }) : null;
  // The next start warns when the database is away now.
  warnOfEmbeddedRequests({ config, database, log }).catch(() => {});
  const outbox = startOutbox({ store, channels, log, metrics });
  const notices = startNotices({
    receivers,
    store,
    deskUrl: config.deskUrl,
    checks: createChecks({
      store,
      storeWatch,
      database,
      metrics,
      hasContentService: config.contentful !== null,
      siteUrl: config.siteUrl,
    }),
    log,
    pace: noticePace,
  });
  const mailCheckTimer =
    mail &&
    setTimeout(
      logErrors(() => verifyMailSettings(mail.url, log)),
      MAIL_CHECK_DELAY_MS,
    ).unref();
  const proof = startCallbackProof(store);
  const counts = startWeeklyCounts(database);
  const retention = startRetention({ store, log, metrics, days: config.callbackRetentionDays });
  return {
    store,
    storeWatch,
    outbox,
    notices,
    proof,
    counts,
    async close(): Promise<void> {
      if (mailCheckTimer) clearTimeout(mailCheckTimer);
      storeWatch?.stop();
      proof.stop();
      retention.stop();
      await Promise.all([outbox.stop(), notices.stop(), counts.stop()]);
    },
  };
}

/** The delay before the mail server is checked: the site responds to visitors first. */
const MAIL_CHECK_DELAY_MS = 1000;

async function verifyMailSettings(url: string, log: Logger): Promise<void> {
  const attempt = await verifyMailServer(url);
  if (attempt.kind === 'delivered') return;
  const { reason } = attempt;
  log.error(
    { reason },
    'the mail server in SMTP_URL cannot be reached or refused the login: no callback request can be emailed',
  );
}
