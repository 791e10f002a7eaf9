import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { guarded } from '../../ops/timers.ts';
import { type Notice, type Notify, type Receiver, tryOnce } from '../channels/channel.ts';
import { kindOf } from '../channels/channels.ts';
import { CONFIRMATION } from '../channels/confirmation.ts';
import type { Deliveries } from '../store/deliveries.ts';

const MINUTE = 60_000;

/** The timings of the monitor, in milliseconds. */
export const NOTICE_PACE = {
  look: 10_000,
  /** The longest wait in a channel: beyond it the channel counts as failing. */
  patience: 30 * MINUTE,
  /** The pauses between attempts to notify one receiver. */
  delays: [5000, 15_000, MINUTE],
};

/**
 * Notifies staff, by every working channel, of a channel that fails, and when it works again: each
 * at most once a day, whatever the number of replicas. The caller's confirmation is not monitored.
 */
export function startNotices(parts: {
  receivers: readonly Receiver[];
  deliveries: Deliveries;
  /** The public URL of the desk; null when it has none. */
  deskUrl: string | null;
  log: Logger;
  pace?: typeof NOTICE_PACE;
}) {
  const { receivers, deliveries, deskUrl, log, pace = NOTICE_PACE } = parts;
  const stopping = new AbortController();
  const kinds = new Set(receivers.map(({ channel }) => kindOf(channel)));
  kinds.delete(CONFIRMATION);
  const looking = setInterval(guarded(look), pace.look).unref();

  return {
    failing,
    stop() {
      clearInterval(looking);
      stopping.abort();
    },
  };

  /** Returns the channels that fail, each with the time of its first failure (ISO 8601). */
  async function failing() {
    const known = receivers.map(({ channel }) => channel);
    const failed = await deliveries.failing(new Date(Date.now() - pace.patience));
    return failed.filter(({ channel }) => known.includes(channel) && kinds.has(kindOf(channel)));
  }

  async function look(): Promise<void> {
    const failed = await failing().catch(() => null); // the store logs its own failures
    if (!failed) return;
    const bad = failed.map(({ channel }) => channel);
    const listeners = receivers.flatMap(({ channel, notify }) =>
      notify && !bad.includes(channel) ? [notify] : [],
    );
    if (listeners.length === 0) return;
    for (const kind of kinds) {
      const [first] = failed.filter(({ channel }) => kindOf(channel) === kind);
      const what = first ? 'failing' : 'working';
      const waiting = await deliveries.claimNotice(kind, what).catch(() => null);
      if (waiting === null) continue;
      log.warn(
        { channel: kind, notice: what },
        'staff have been notified that a channel is failing or working again',
      );
      const notice: Notice = {
        notice: what,
        channel: kind,
        since: first?.since ?? new Date().toISOString(),
        waiting,
        desk: deskUrl && `${deskUrl}/callbacks`,
      };
      for (const notify of listeners) void notifyOne(notify, notice);
    }
  }

  async function notifyOne(notify: Notify, notice: Notice): Promise<void> {
    const { signal } = stopping;
    for (const delay of [...pace.delays, 0]) {
      const { kind } = await tryOnce(() => notify(notice, signal));
      if (kind !== 'retry' || signal.aborted) return;
      await sleep(delay, undefined, { ref: false, signal }).catch(() => {});
    }
  }
}
