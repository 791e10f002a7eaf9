import { connect } from 'node:tls';
import type { Database } from '../../database/database.ts';
import { readBackupAge } from '../../database/last-backup.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../ops/durations.ts';
import type { Metrics } from '../../ops/metrics.ts';
import type { CallbackStore } from '../store/callback-store.ts';

const MAX_DUE_MS = 2 * HOUR_MS;
const MAX_BACKUP_AGE_MS = 2 * DAY_MS;
const MAX_CONTENT_AGE_MS = DAY_MS;
const MIN_CERTIFICATE_MS = 7 * DAY_MS;
/** The time after which a store that takes no request is no short outage. */
const MAX_STORE_OUTAGE_MS = MINUTE_MS;
const TLS_TIMEOUT_MS = 10 * SECOND_MS;

export type CheckKind = 'callbacks' | 'backup' | 'content' | 'store' | 'certificate';

/**
 * Returns since when something fails, in milliseconds since 1970; null while all is well, undefined
 * when that is unknown.
 */
export type Check = () => Promise<number | null | undefined>;

export type Checks = Partial<Record<CheckKind, Check>>;

/** Creates what the site checks besides its channels. */
export function createChecks(deps: {
  store: Pick<CallbackStore, 'readDue'>;
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
      return sinceOlderThan(MAX_DUE_MS, (await store.readDue()).since);
    },
    async backup() {
      const ageSeconds = await readBackupAge(database);
      return sinceOlderThan(
        MAX_BACKUP_AGE_MS,
        ageSeconds === null ? null : Date.now() - ageSeconds * SECOND_MS,
      );
    },
  };
  if (storeWatch)
    checks.store = async () => sinceOlderThan(MAX_STORE_OUTAGE_MS, storeWatch.failingSince);
  if (hasContentService)
    checks.content = async () => {
      const { values } = await metrics.contentAge.get();
      const ageSeconds = Math.min(values[0]?.value ?? 0, process.uptime());
      return sinceOlderThan(MAX_CONTENT_AGE_MS, Date.now() - ageSeconds * SECOND_MS);
    };
  if (siteUrl.startsWith('https:'))
    checks.certificate = async () => {
      const endsAt = await fetchCertificateEnd(new URL(siteUrl)).catch(() => undefined);
      if (endsAt === undefined) return undefined;
      const since = endsAt - MIN_CERTIFICATE_MS;
      return since <= Date.now() ? since : null;
    };
  return checks;
}

/** Returns a time that is longer ago than this; null for a later one, or none. */
const sinceOlderThan = (ageMs: number, time: number | null) =>
  time !== null && Date.now() - time > ageMs ? time : null;

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
