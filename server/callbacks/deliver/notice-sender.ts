import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Notices } from '../store/notices.ts';
import type { ChannelId } from '../store/stored-callback.ts';
import { type DeliveryResult, type Notice, type Notify, tryOnce } from './channel.ts';

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
  /** The intervals of what is checked besides the channels. */
  checks: MINUTE,
  certificate: 60 * MINUTE,
};

/** A receiver that staff read. */
export interface Notifier {
  channel: ChannelId;
  notify: Notify;
}

/** A failure or its end, of which staff are to be notified. */
export interface Announcement {
  kind: string;
  notice: Notice['notice'];
  /** ISO 8601. */
  since: string;
}

export type NoticeSender = ReturnType<typeof createNoticeSender>;

/**
 * Creates the sender of notices. Of each kind a receiver gets one "failing" and one "working" notice
 * a day, whatever the number of replicas; a notice is sent again until its receiver takes it.
 */
export function createNoticeSender(deps: {
  notices: Notices;
  /** The public URL of the desk; null when it has none. */
  deskUrl: string | null;
  log: Logger;
  pace: typeof NOTICE_PACE;
  signal: AbortSignal;
}) {
  const { notices, deskUrl, log, pace, signal } = deps;
  return { announceChannel, announceCheck, notifyOnce };

  /** Announces that a kind of channel fails or works again. */
  async function announceChannel(announcement: Announcement, notifiers: readonly Notifier[]) {
    const claim = await claimNotice(announcement, notifiers, true);
    if (claim) sendClaimed(announcement, claim, notifiers);
  }

  /** Announces the same of something that the site checks besides its channels. */
  async function announceCheck(
    announcement: Announcement & { waiting: number | null },
    notifiers: readonly Notifier[],
  ) {
    const claim = await claimNotice(announcement, notifiers, false);
    if (claim) sendClaimed(announcement, { ...claim, waiting: announcement.waiting }, notifiers);
  }

  function claimNotice(
    { kind, notice }: Announcement,
    notifiers: readonly Notifier[],
    isChannel: boolean,
  ) {
    const receivers = notifiers.map(({ channel }) => channel);
    // The store logs its own failures.
    return notices
      .claim({ kind, notice, receivers, leaseMs: pace.lease, isChannel })
      .catch(() => null);
  }

  function sendClaimed(
    { kind, notice, since }: Announcement,
    claim: { receivers: readonly ChannelId[]; waiting: number | null; givenUp: number; at: number },
    notifiers: readonly Notifier[],
  ): void {
    const { waiting, givenUp } = claim;
    const data = createNotice({ kind, notice, since }, { waiting, givenUp });
    for (const notifier of notifiers)
      if (claim.receivers.includes(notifier.channel)) void sendAndSettle(notifier, data, claim.at);
  }

  function createNotice(
    { kind, notice, since }: Announcement,
    counts: Pick<Notice, 'waiting' | 'givenUp'>,
  ): Notice {
    const desk = deskUrl && `${deskUrl}/callbacks`;
    return { notice, channel: kind, since, ...counts, desk };
  }

  async function sendAndSettle(notifier: Notifier, notice: Notice, claimedAt: number) {
    const result = await notifyWithRetries(notifier, notice);
    const retryMs = signal.aborted ? 0 : pace.pause;
    // One that is refused would be refused again.
    const outcome = result === 'retry' ? { retryMs } : { sentAt: claimedAt };
    await notices.settle(notice.channel, notice.notice, notifier.channel, outcome).catch(() => {});
  }

  /** Notifies without the store, of which the notice may be. */
  async function notifyOnce(announcement: Announcement, notifiers: readonly Notifier[]) {
    const notice = createNotice(announcement, { waiting: null, givenUp: 0 });
    await Promise.all(notifiers.map((notifier) => notifyWithRetries(notifier, notice)));
  }

  async function notifyWithRetries({ notify }: Notifier, notice: Notice) {
    let result: DeliveryResult['kind'] = 'retry';
    for (const delay of [0, ...pace.delays]) {
      await sleep(delay, undefined, { ref: false, signal }).catch(() => {});
      result = (await tryOnce(() => notify(notice, signal))).kind;
      if (result !== 'retry' || signal.aborted) break;
    }
    if (result === 'delivered')
      log.warn(
        { channel: notice.channel, notice: notice.notice },
        'staff have been notified that a channel is failing or working again',
      );
    return result;
  }
}
