import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Metrics } from '../ops/metrics.ts';
import { PhpFailure } from './php-answer.ts';
import { phpForm } from './php-form.ts';
import type { SendToPhp } from './php-proxy.ts';
import type { CallbackStore, DeliveryOutcome, DueDelivery, NewCallback } from './store.ts';

const CHANNEL = 'php';
const FIRST_PAUSE_MS = 1000;
/** Also how old the metrics of what waits may get. */
const LONGEST_PAUSE_MS = 60_000;
/** Longer than the backend is waited for. */
const LEASE_MS = 12_000;

interface Parts {
  store: CallbackStore;
  send: SendToPhp;
  log: Logger;
  metrics: Metrics;
  /** Milliseconds until the first attempt; the pause doubles for as long as nothing is taken. */
  firstPauseMs?: number;
}

/**
 * Keeps what the PHP backend could not take, and delivers it in the background, oldest first.
 * Delivered at least once: the backend knows a repetition by its Idempotency-Key. What it refuses
 * for good is set aside.
 */
export function createSpool(parts: Parts) {
  const { store } = parts;
  const bell = new EventEmitter();
  void run(parts, bell);
  return {
    holds: store.holds.bind(store),
    /** Resolves when it is stored. */
    async keep(callback: NewCallback) {
      const kept = await store.add(callback, [CHANNEL]);
      bell.emit('kept');
      return kept;
    },
  };
}

export type Spool = ReturnType<typeof createSpool>;

async function run(parts: Parts, bell: EventEmitter): Promise<void> {
  const { store, log, metrics, firstPauseMs = FIRST_PAUSE_MS } = parts;
  let pauseMs = firstPauseMs;
  for (;;) {
    let taken = 0;
    try {
      taken = await deliverRound(parts);
      const {
        waiting = 0,
        setAside = 0,
        oldestWaiting,
      } = (await store.counts()).channels.php ?? {};
      metrics.spoolLength.set(waiting + setAside);
      metrics.spoolAge.set(oldestWaiting ? (Date.now() - Date.parse(oldestWaiting)) / 1000 : 0);
      if (taken > 0)
        log.info({ delivered: taken }, 'callback requests delivered to the PHP backend');
      if (waiting > 0) log.warn({ waiting }, 'callback requests wait for the PHP backend');
      else await once(bell, 'kept');
    } catch {
      // The store says itself that it cannot be read.
    }
    pauseMs = taken > 0 ? firstPauseMs : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    // Half of it is chance, so that replicas do not knock together.
    await delay(pauseMs * (0.5 + Math.random() / 2), undefined, { ref: false });
  }
}

/** Tries what is due, but none after one that the backend could not take. */
async function deliverRound({ store, send, log }: Parts): Promise<number> {
  for (let taken = 0; ; taken++) {
    const [due] = await store.claimDue({
      channel: CHANNEL,
      now: new Date(),
      limit: 1,
      leaseMs: LEASE_MS,
    });
    if (!due) return taken;
    const outcome = await deliver(due, send);
    await store.settle(due.id, CHANNEL, outcome);
    if (outcome.state === 'waiting') return taken;
    if (outcome.state === 'set_aside')
      log.error(
        { id: due.id },
        'the PHP backend refused a callback request that had been accepted',
      );
  }
}

async function deliver(due: DueDelivery, send: SendToPhp): Promise<DeliveryOutcome> {
  try {
    const { ok, status } = await send(phpForm(due));
    if (ok) return { state: 'delivered' };
    const passes = status >= 500 || status === 429 || status === 408;
    const reason = `status ${status}`;
    return passes
      ? { state: 'waiting', retryAt: new Date(), reason }
      : { state: 'set_aside', reason };
  } catch (error) {
    if (!(error instanceof PhpFailure)) throw error;
    return { state: 'waiting', retryAt: new Date(), reason: error.reason };
  }
}
