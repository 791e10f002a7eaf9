import { hash } from 'node:crypto';
import type { Company } from '../../shared/site/company.ts';
import { logErrors } from '../ops/async.ts';
import { MINUTE_MS } from '../ops/durations.ts';
import type { LiveVersion } from '../ops/live-version.ts';
import { describeMonth } from './callback-statistics.ts';
import { atLondonTime, formatMonth, londonDate } from './london-time.ts';
import type { CallbackStore } from './store/callback-store.ts';
import type { CallbackTimes } from './store/desk-queries.ts';
import { isoTime } from './store/stored-callback.ts';

/** The interval at which a new day is noticed, and a failed read is repeated. */
const CHECK_INTERVAL_MS = MINUTE_MS;

export type CallbackProof = ReturnType<typeof startCallbackProof>;

/**
 * Reads once a day when the requests of the last whole month came and were called, in UK days. After
 * a failed read it keeps what it has, unless a new month has begun.
 */
export function startCallbackProof(store: Pick<CallbackStore, 'desk'>) {
  let day = '';
  let month = lastMonth(Date.now());
  let callbacks: readonly CallbackTimes[] = [];
  let digest = '';
  const version: LiveVersion = { number: 0, changesAt: Number.POSITIVE_INFINITY };

  async function check(now = Date.now()): Promise<void> {
    const today = londonDate(now);
    if (today === day) return;
    const last = lastMonth(now);
    if (last.name !== month.name) set([]);
    month = last;
    // The database logs its own failures.
    const found = await store.desk.times(month.from, month.to).catch(() => null);
    if (!found) return;
    day = today;
    set(found);
  }

  function set(found: readonly CallbackTimes[]): void {
    const latest = found.length === 0 ? '' : hash('sha256', JSON.stringify(found), 'base64url');
    if (latest === digest) return;
    [callbacks, digest] = [found, latest];
    version.number += 1;
  }

  const checkNow = logErrors(() => check());
  void checkNow();
  const timer = setInterval(checkNow, CHECK_INTERVAL_MS).unref();
  return {
    /** A digest of the month's record, for the entity tags of pages: it is the same on replicas. */
    get digest() {
      return digest;
    },
    /** Changes with the record. */
    version,
    check,
    /** Describes last month; undefined when it cannot be said. */
    describe: (company: Company) => describeMonth(callbacks, month.name, company),
    stop: () => clearInterval(timer),
  };
}

/** Returns the last whole month in the UK: its name, its start and its end. */
function lastMonth(now: number): { name: string; from: Date; to: Date } {
  const [year = 0, month = 0] = londonDate(now).split('-').map(Number);
  const startOf = (index: number) =>
    new Date(atLondonTime(isoTime(Date.UTC(year, index)).slice(0, 'YYYY-MM-DD'.length), '00:00'));
  const from = startOf(month - 2);
  return { name: formatMonth(from.getTime()), from, to: startOf(month - 1) };
}
