import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Metrics } from '../ops/metrics.ts';
import type { Journal, NewCallback } from './journal.ts';
import { PhpFailure } from './php-answer.ts';
import { phpForm } from './php-form.ts';
import type { SendToPhp } from './php-proxy.ts';
import type { StoredCallback } from './store/record.ts';

const FIRST_PAUSE_MS = 1000;
/** Also how old the metrics of what waits may get. */
const LONGEST_PAUSE_MS = 60_000;

interface Parts {
  journal: Journal;
  send: SendToPhp;
  log: Logger;
  metrics: Metrics;
  /** Milliseconds until the first attempt; the pause doubles for as long as nothing is taken. */
  firstPauseMs?: number;
}

/**
 * Keeps what the PHP backend could not take, and delivers it in the background, oldest first, until
 * the journal closes. Delivered at least once: the backend knows a repetition by its
 * Idempotency-Key. What it refuses for good stays in the journal, where `npm run callbacks` shows
 * it, and is not tried again before the next start.
 */
export function createSpool(parts: Parts) {
  const { journal } = parts;
  const bell = new EventEmitter();
  void run(parts, bell);
  return {
    holds: journal.holds.bind(journal),
    /** Resolves when it is on the disk. */
    async keep(callback: NewCallback) {
      const kept = await journal.append({ ...callback, spooled: true });
      bell.emit('kept');
      return kept;
    },
  };
}

export type Spool = ReturnType<typeof createSpool>;

async function run(parts: Parts, bell: EventEmitter): Promise<void> {
  const { journal, log, metrics, firstPauseMs = FIRST_PAUSE_MS } = parts;
  const signal = journal.closing;
  const refused = new Set<string>();
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    try {
      const { taken, left } = await deliverRound(parts, refused);
      metrics.spoolLength.set(left.length);
      metrics.spoolAge.set(ageInSeconds(left));
      if (taken > 0)
        log.info({ delivered: taken }, 'callback requests delivered to the PHP backend');
      if (left.length > 0)
        log.warn(
          { waiting: left.length, oldestSeconds: ageInSeconds(left) },
          'callback requests wait for the PHP backend',
        );
      if (left.length === 0) await once(bell, 'kept', { signal });
      pauseMs =
        taken > 0 || left.length === 0 ? firstPauseMs : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    } catch (error) {
      if (signal.aborted) return;
      log.error(
        { err: error },
        'callback requests that wait for the PHP backend could not be read',
      );
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
    await pause(pauseMs, signal);
  }
}

/** Tries each once, but none after one that the backend could not take. */
async function deliverRound(
  { journal, send, log }: Parts,
  refused: Set<string>,
): Promise<{ taken: number; left: StoredCallback[] }> {
  let taken = 0;
  for (const callback of await journal.spooled()) {
    if (refused.has(callback.id)) continue;
    const result = await deliver(callback, send, journal.closing);
    if (result === 'failed') break;
    if (result === 'taken') {
      await journal.erase(callback.id);
      taken++;
    } else {
      refused.add(callback.id);
      log.error(
        { id: callback.id },
        'the PHP backend refused a callback request that had been accepted',
      );
    }
  }
  return { taken, left: await journal.spooled() };
}

async function deliver(
  { id, fields, flags }: StoredCallback,
  send: SendToPhp,
  signal: AbortSignal,
): Promise<'taken' | 'refused' | 'failed'> {
  try {
    const { ok, status } = await send(phpForm({ id, fields, flags }), signal);
    if (ok) return 'taken';
    return status >= 500 || status === 429 || status === 408 ? 'failed' : 'refused';
  } catch (error) {
    if (error instanceof PhpFailure) return 'failed';
    throw error;
  }
}

function ageInSeconds([oldest]: StoredCallback[]): number {
  return oldest ? Math.round((Date.now() - Date.parse(oldest.receivedAt)) / 1000) : 0;
}

/**
 * Half of it is chance, so that replicas do not knock together. Ends at once when the journal
 * closes.
 */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds * (0.5 + Math.random() / 2), undefined, { signal, ref: false }).catch(
    () => {},
  );
}
