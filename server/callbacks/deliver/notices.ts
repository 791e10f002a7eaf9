import type { Logger } from 'pino';
import { logErrors } from '../../ops/async.ts';
import type { Deliveries } from '../store/deliveries.ts';
import type { Notices } from '../store/notices.ts';
import type { ConfiguredChannel } from './channel.ts';
import { CONFIRMATION } from './confirmation.ts';
import { channelKind } from './create-channels.ts';
import { createNoticeSender, NOTICE_PACE } from './notice-sender.ts';
import { type Checks, startOperatorChecks } from './operator-checks.ts';

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
  /** The checks besides those of the channels. */
  checks?: Checks;
  log: Logger;
  pace?: typeof NOTICE_PACE;
}) {
  const { receivers, deliveries, notices, deskUrl, checks, log, pace = NOTICE_PACE } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const sender = createNoticeSender({ notices, deskUrl, log, pace, signal });
  const allNotifiers = receivers.flatMap(({ channel, notify }) =>
    notify ? [{ channel, notify }] : [],
  );
  const kinds = new Set(receivers.map(({ channel }) => channelKind(channel)));
  kinds.delete(CONFIRMATION);
  const timer = setInterval(logErrors(checkChannels), pace.look).unref();
  if (checks) startOperatorChecks({ checks, sender, notifiers: allNotifiers, pace, signal });

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
    const notifiers = allNotifiers.filter(({ channel }) => !failingChannels.includes(channel));
    for (const kind of kinds) {
      const [first] = failed.filter(({ channel }) => channelKind(channel) === kind);
      const since = first?.since ?? new Date().toISOString();
      const notice = first ? 'failing' : 'working';
      await sender.announceChannel({ kind, notice, since }, notifiers);
    }
  }
}
