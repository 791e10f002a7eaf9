import { connect } from 'node:tls';
import type { Database } from '../../database/database.ts';
import { readBackupAge } from '../../database/last-backup.ts';
import { logErrors } from '../../ops/async.ts';
import type { Metrics } from '../../ops/metrics.ts';
import type { CallbackStore } from '../store/callback-store.ts';
import type { NOTICE_PACE, NoticeSender, Notifier } from './notice-sender.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const MAX_DUE_MS = 2 * HOUR_MS;
const MAX_BACKUP_AGE_MS = 2 * DAY_MS;
const MAX_CONTENT_AGE_MS = DAY_MS;
const MIN_CERTIFICATE_MS = 7 * DAY_MS;
/** The time after which a store that takes no request is no short outage. */
const MAX_STORE_OUTAGE_MS = MINUTE_MS;
const TLS_TIMEOUT_MS = 10 * SECOND_MS;

export type CheckKind = 'callbacks' | 'backup' | 'content' | 'store' | 'certificate';

/** The result of a check: since when it fails, null while all is well, undefined when unknown. */
type CheckResult = { since: number; waiting?: number } | null | undefined;

export type Checks = Partial<Record<CheckKind, () => Promise<CheckResult>>>;

/** Creates what the site checks besides its channels. Times are milliseconds since 1970. */
export function createChecks(deps: {
  store: Pick<CallbackStore, 'dueSince' | 'countDue'>;
  storeWatch: { readonly failingSince: number | null } | null;
  database: Database;
  metrics: Pick<Metrics, 'contentAge'>;
  /** False when nothing is fetched. */
  hasContentService: boolean;
  siteUrl: string;
}): Checks {
  const { store, storeWatch, database, metrics, hasContentService, siteUrl } = deps;
  const checks: Checks = {
    async callbacks() {
      const dueSince = await store.dueSince();
      const since = dueSince === null ? Number.NaN : Date.parse(dueSince);
      return olderThan(since, MAX_DUE_MS) && { since, waiting: await store.countDue() };
    },
    async backup() {
      const ageSeconds = await readBackupAge(database);
      const since = Date.now() - (ageSeconds ?? Number.NaN) * SECOND_MS;
      return olderThan(since, MAX_BACKUP_AGE_MS) && { since };
    },
  };
  if (storeWatch)
    checks.store = async () => {
      const since = storeWatch.failingSince ?? Number.NaN;
      return olderThan(since, MAX_STORE_OUTAGE_MS) && { since };
    };
  if (hasContentService)
    checks.content = async () => {
      const { values } = await metrics.contentAge.get();
      const ageSeconds = Math.min(values[0]?.value ?? 0, process.uptime());
      const since = Date.now() - ageSeconds * SECOND_MS;
      return olderThan(since, MAX_CONTENT_AGE_MS) && { since };
    };
  if (siteUrl.startsWith('https:'))
    checks.certificate = async () => {
      const endsAt = await fetchCertificateEnd(new URL(siteUrl)).catch(() => undefined);
      if (endsAt === undefined) return undefined;
      const since = endsAt - MIN_CERTIFICATE_MS;
      return since <= Date.now() ? { since } : null;
    };
  return checks;
}

/** @returns null for a time that is not as long ago, or unknown */
const olderThan = (time: number, ageMs: number) => (Date.now() - time > ageMs ? true : null);

/** Returns the time at which the certificate of a site ends; it is read even when it is not valid. */
function fetchCertificateEnd({ hostname, port }: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false, // nothing is sent: an expired one is what this looks for
      timeout: TLS_TIMEOUT_MS,
    });
    socket.once('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('the site does not answer')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
  });
}

/**
 * Runs the checks, and notifies staff of what fails and of its end. The state of the store is kept
 * in memory, because a store that cannot be written keeps nothing.
 */
export function startOperatorChecks(deps: {
  checks: Checks;
  sender: NoticeSender;
  notifiers: readonly Notifier[];
  pace: typeof NOTICE_PACE;
  signal: AbortSignal;
}): void {
  const { checks, sender, notifiers, pace, signal } = deps;
  let storeNotice: { notice: 'failing' | 'working'; at: number } | null = null;
  const { certificate, ...others } = checks;
  start(others, pace.checks);
  if (certificate) start({ certificate }, pace.certificate);

  function start(some: Checks, intervalMs: number): void {
    const timer = setInterval(
      logErrors(() => runChecks(some)),
      intervalMs,
    ).unref();
    signal.addEventListener('abort', () => clearInterval(timer));
  }

  async function runChecks(some: Checks): Promise<void> {
    for (const [kind, check] of Object.entries(some)) {
      // The store logs its own failures.
      const result = await check().catch(() => undefined);
      if (result === undefined) continue;
      const notice = result ? 'failing' : 'working';
      const since = new Date(result?.since ?? Date.now()).toISOString();
      if (kind === 'store') await notifyOfStore({ kind, notice, since });
      else
        await sender.announceCheck(
          { kind, notice, since, waiting: result?.waiting ?? null },
          notifiers,
        );
    }
  }

  async function notifyOfStore(announcement: {
    kind: string;
    notice: 'failing' | 'working';
    since: string;
  }): Promise<void> {
    const { notice } = announcement;
    const isRepeated = storeNotice?.notice === notice;
    const isFirst = storeNotice === null && notice === 'working';
    const isSameDay = notice === 'failing' && Date.now() - (storeNotice?.at ?? 0) < DAY_MS;
    if (isRepeated || isFirst || isSameDay) return;
    storeNotice = { notice, at: notice === 'failing' ? Date.now() : (storeNotice?.at ?? 0) };
    await sender.notifyOnce(announcement, notifiers);
  }
}
