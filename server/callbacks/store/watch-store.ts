import type { Logger } from 'pino';
import { logErrors } from '../../ops/async.ts';
import type { CallbackStore } from './callback-store.ts';

/** The intervals between checks, in milliseconds. */
const CHECK_INTERVALS_MS = {
  afterFailure: 1000,
  afterSuccess: 10_000,
};

/**
 * Watches whether the store takes requests, by storing one in a transaction that is rolled back. A
 * store is not ready before that, nor while its tables refuse one. An outage of the database changes
 * nothing: a process that is not ready would show no pages either.
 */
export function watchStore(deps: {
  store: Pick<CallbackStore, 'assertTakesRequests' | 'opened'>;
  log: Logger;
}) {
  const { store, log } = deps;
  let ready = false;
  let lastReason = '';
  let failingSince: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let pending: Promise<void> | null = null;
  void logErrors(check)();

  return {
    /** True once the store has taken a request, and while its tables have not refused one since. */
    get ready() {
      return ready;
    },
    /** The time of the first failed check since the last success, in milliseconds since 1970. */
    get failingSince() {
      return failingSince;
    },
    check,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };

  /** Checks the store. A check that begins while another runs shares its result. */
  function check(): Promise<void> {
    pending ??= checkOnce().then((succeeded) => {
      pending = null;
      failingSince = succeeded ? null : (failingSince ?? Date.now());
      clearTimeout(timer);
      const delayMs = succeeded ? CHECK_INTERVALS_MS.afterSuccess : CHECK_INTERVALS_MS.afterFailure;
      if (!stopped) timer = setTimeout(logErrors(check), delayMs).unref();
    });
    return pending;
  }

  /** @returns false after any failure */
  async function checkOnce(): Promise<boolean> {
    try {
      await store.assertTakesRequests();
      if (lastReason) log.info('the store takes callback requests again');
      ready = true;
      lastReason = '';
      return true;
    } catch (error) {
      if (isRefusal(error)) setRefused(error as Error); // the store logs its outages
      return false;
    }
  }

  function setRefused(error: Error): void {
    ready = false;
    if (error.message !== lastReason)
      log.error(
        { err: error },
        'the tables of the store do not take a callback request: this process is not ready',
      );
    lastReason = error.message;
  }
}

/** Result codes of SQLite for a table or a value that does not fit, by their lowest byte. */
const SQLITE_REFUSALS = new Set([1, 19, 20]); // SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH
/** Classes of PostgreSQL's error codes: data, integrity, and missing tables, columns or rights. */
const POSTGRES_REFUSALS = new Set(['22', '23', '42']);

/** Tells whether the tables refused a request, as opposed to a database that is away. */
function isRefusal(error: unknown): boolean {
  const code = String((error as NodeJS.ErrnoException).code);
  const [, sqliteCode] = /^SQLITE (\d+)$/.exec(code) ?? [];
  if (sqliteCode) return SQLITE_REFUSALS.has(Number(sqliteCode) & 0xff);
  return /^\w{5}$/.test(code) && POSTGRES_REFUSALS.has(code.slice(0, 2));
}
