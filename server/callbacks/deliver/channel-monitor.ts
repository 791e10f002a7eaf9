import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { logErrors } from '../../ops/async.ts';
import type { Deliveries } from '../store/deliveries.ts';
import type { Notices } from '../store/notices.ts';
import type { ChannelId } from '../store/stored-callback.ts';
import {
  type ConfiguredChannel,
  type DeliveryResult,
  type Notice,
  type Notify,
  tryOnce,
} from './channel.ts';
import { CONFIRMATION } from './confirmation.ts';
import { channelKind } from './create-channels.ts';

const MINUTE = 60_000;

/** The timings of the monitor, in milliseconds. */
export const NOTICE_PACE = {
  look: 10_000,
  /** The longest wait in a channel: beyond it the channel counts as failing. */
  maxWaiting: 30 * MINUTE,
  /** The pauses between attempts to notify one receiver. */
  delays: [5000, 15_000, MINUTE],
  /** Longer than all of them take: a process that ends meanwhile leaves the notice to the next. */
  lease: 5 * MINUTE,
  /** The pause after all of them have failed. */
  pause: 60 * MINUTE,
};

/**
 * Notifies staff, by every working channel, of a channel that fails, and when it works again: each
 * at most once a day, whatever the number of replicas. Whoever was told that it fails is told of
 * the end, however long that takes. The caller's confirmation is not monitored.
 */
export function startChannelMonitor(deps: {
  receivers: readonly ConfiguredChannel[];
  deliveries: Deliveries;
  notices: Notices;
  /** The public URL of the desk; null when it has none. */
  deskUrl: string | null;
  log: Logger;
  pace?: typeof NOTICE_PACE;
}) {
  const { receivers, deliveries, notices, deskUrl, log, pace = NOTICE_PACE } = deps;
  const stopping = new AbortController();
  const kinds = new Set(receivers.map(({ channel }) => channelKind(channel)));
  kinds.delete(CONFIRMATION);
  const timer = setInterval(logErrors(checkChannels), pace.look).unref();

  return {
    failing,
    stop() {
      clearInterval(timer);
      stopping.abort();
    },
  };

  /** Returns the channels that fail, each with the time of its first failure (ISO 8601). */
  async function failing() {
    const known = receivers.map(({ channel }) => channel);
    const failed = await deliveries.failing(new Date(Date.now() - pace.maxWaiting));
    return failed.filter(
      ({ channel }) => known.includes(channel) && kinds.has(channelKind(channel)),
    );
  }

  async function checkChannels(): Promise<void> {
    const failed = await failing().catch(() => null); // the store logs its own failures
    if (!failed) return;
    const failingChannels = failed.map(({ channel }) => channel);
    const notifiers = receivers.flatMap(({ channel, notify }) =>
      notify && !failingChannels.includes(channel) ? [[channel, notify] as const] : [],
    );
    for (const kind of kinds) {
      const [first] = failed.filter(({ channel }) => channelKind(channel) === kind);
      const what = first ? 'failing' : 'working';
      const channels = notifiers.map(([channel]) => channel);
      const claim = await notices.claim(kind, what, channels, pace.lease).catch(() => null);
      if (!claim) continue;
      const notice: Notice = {
        notice: what,
        channel: kind,
        since: first?.since ?? new Date().toISOString(),
        waiting: claim.waiting,
        givenUp: claim.givenUp,
        desk: deskUrl && `${deskUrl}/callbacks`,
      };
      for (const [channel, notify] of notifiers)
        if (claim.receivers.includes(channel))
          void notifyWithRetries(channel, notify, notice, claim.at);
    }
  }

  async function notifyWithRetries(
    receiver: ChannelId,
    notify: Notify,
    notice: Notice,
    claimedAt: number,
  ): Promise<void> {
    const { signal } = stopping;
    const { channel: kind, notice: what } = notice;
    let result: DeliveryResult['kind'] = 'retry';
    for (const delay of [0, ...pace.delays]) {
      await sleep(delay, undefined, { ref: false, signal }).catch(() => {});
      result = (await tryOnce(() => notify(notice, signal))).kind;
      if (result !== 'retry' || signal.aborted) break;
    }
    const retryMs = signal.aborted ? 0 : pace.pause;
    // One that is refused would be refused again.
    const outcome = result === 'retry' ? { retryMs } : { sentAt: claimedAt };
    await notices.settle(kind, what, receiver, outcome).catch(() => {});
    if (result === 'delivered')
      log.warn(
        { channel: kind, notice: what },
        'staff have been notified that a channel is failing or working again',
      );
  }
}
