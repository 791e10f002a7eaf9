import type { Logger } from 'pino';
import { CHANNELS } from '../../config/channels.ts';
import { logErrors, pause } from '../../ops/async.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../ops/durations.ts';
import type { CallbackStore } from '../store/callback-store.ts';
import { MAX_WAITING_MS } from '../store/deliveries.ts';
import type { Announcement } from '../store/notices.ts';
import { type ChannelId, isoTime } from '../store/stored-callback.ts';
import { type ConfiguredChannel, type Notice, type Notifier, tryOnce } from './channel.ts';
import { CONFIRMATION } from './confirmation.ts';
import { channelKind } from './create-channels.ts';
import type { Check, Checks } from './operator-checks.ts';
import { OUTBOX_TIMINGS, startWorker, type Worker } from './outbox-worker.ts';

/** The timings of notices, in milliseconds. */
export const NOTICE_PACE = {
  /** The interval of looks at the channels. */
  channels: 10 * SECOND_MS,
  maxWaiting: MAX_WAITING_MS,
  /** The intervals of what is checked besides the channels. */
  checks: MINUTE_MS,
  certificate: 60 * MINUTE_MS,
  /** Notices are rare: polls for those of other processes may be, too. */
  outbox: { ...OUTBOX_TIMINGS, poll: 10 * SECOND_MS },
};

/**
 * Notifies staff, by every working channel, of a channel that fails and of what else the site checks,
 * once a day while it lasts, and of the end: whatever the number of replicas. Whoever was told of
 * the failure is told of the end, however long that takes. The caller's confirmation is not watched.
 */
export function startNotices(deps: {
  receivers: readonly ConfiguredChannel[];
  store: Pick<CallbackStore, 'deliveries' | 'notices' | 'readDue'>;
  /** The public URL of the desk; null when it has none. */
  deskUrl: string | null;
  /** The checks besides those of the channels. */
  checks?: Checks;
  log: Logger;
  pace?: typeof NOTICE_PACE;
}) {
  const { receivers, store, deskUrl, checks = {}, log, pace = NOTICE_PACE } = deps;
  const { deliveries, notices } = store;
  const stopping = new AbortController();
  const notifiers = receivers.flatMap(({ channel, notify }): Notifier[] =>
    notify ? [{ channel, notify }] : [],
  );
  const workers = new Map(notifiers.map((notifier) => [notifier.channel, start(notifier)]));
  /** The last notice of the store to each receiver: in memory, because the outbox is in that store. */
  const toldOfStore = new Map<ChannelId, { notice: Notice['notice']; failingAt: number }>();
  const channels = new Set(receivers.map(({ channel }) => channel));
  const kinds = new Set([...channels].map(channelKind));
  kinds.delete(CONFIRMATION);
  const { certificate, store: storeCheck, ...others } = checks;
  void repeat(checkChannels, pace.channels);
  for (const [kind, check] of Object.entries(others))
    void repeat(() => runCheck(kind, check), pace.checks);
  if (storeCheck) void repeat(() => checkStore(storeCheck), pace.checks);
  if (certificate) void repeat(() => runCheck('certificate', certificate), pace.certificate);

  return {
    isWatched,
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
    },
  };

  function start({ channel, notify }: Notifier): Worker {
    return startWorker({
      channel,
      table: notices,
      deliver: async (due, signal) => notify(await toNotice(due), signal),
      subject: 'notice',
      log,
      pace: pace.outbox,
    });
  }

  /** Creates a notice. What it counts is so at the moment in which it is sent. */
  async function toNotice(
    due: Pick<Notice, 'notice'> & { kind: string; beganAt: string; since: string },
  ): Promise<Notice> {
    const { kind, notice, beganAt, since } = due;
    const desk = deskUrl && `${deskUrl}/callbacks`;
    const id = `${kind} ${notice} ${since}`;
    const about = { id, notice, channel: kind, since: beganAt };
    if (isChannel(kind)) return { ...about, ...(await deliveries.countUndelivered(kind)), desk };
    const hasWaiting = kind === 'callbacks' && notice === 'failing';
    return {
      ...about,
      waiting: hasWaiting ? (await store.readDue()).count : null,
      givenUp: 0,
      desk,
    };
  }

  /** Repeats work until the stop. */
  async function repeat(work: () => Promise<void>, intervalMs: number): Promise<void> {
    const { signal } = stopping;
    for (;;) {
      await pause(intervalMs, signal);
      if (signal.aborted) return;
      await logErrors(work)();
    }
  }

  /** Queues a notice where it is due. */
  async function announce(announcement: Announcement, to: readonly Notifier[]): Promise<void> {
    if (to.length === 0) return;
    const entry = { ...announcement, isChannel: isChannel(announcement.kind) };
    const toChannels = to.map(({ channel }) => channel);
    // The store logs its own failures.
    const queued = await notices.enqueue(entry, toChannels).catch(() => []);
    for (const channel of queued) workers.get(channel)?.wake();
  }

  /** Tells whether staff are to know when a channel fails. */
  function isWatched(channel: ChannelId): boolean {
    return channels.has(channel) && kinds.has(channelKind(channel));
  }

  async function checkChannels(): Promise<void> {
    const found = deliveries.failing(new Date(Date.now() - pace.maxWaiting));
    const failed = (await found.catch(() => null))?.filter(({ channel }) => isWatched(channel));
    if (!failed) return; // the store logs its own failures
    const failingChannels = failed.map(({ channel }) => channel);
    const working = notifiers.filter(({ channel }) => !failingChannels.includes(channel));
    for (const kind of kinds) {
      const first = failed.find(({ channel }) => channelKind(channel) === kind);
      await announce(toAnnouncement(kind, first ? Date.parse(first.since) : null), working);
    }
  }

  async function runCheck(kind: string, check: Check): Promise<void> {
    const since = await check().catch(() => undefined); // the store logs its own failures
    if (since !== undefined) await announce(toAnnouncement(kind, since), notifiers);
  }

  async function checkStore(check: Check): Promise<void> {
    const { beganAt, ...about } = toAnnouncement('store', (await check()) ?? null);
    const since = isoTime(Date.now()).slice(0, 'YYYY-MM-DD'.length);
    const notice = await toNotice({ ...about, beganAt: isoTime(beganAt), since });
    await Promise.all(notifiers.map((notifier) => notifyOfStore(notifier, notice)));
  }

  /** Notifies a receiver of the store, when it is due. It gets one that failed at the next check. */
  async function notifyOfStore({ channel, notify }: Notifier, notice: Notice): Promise<void> {
    const last = toldOfStore.get(channel);
    const now = Date.now();
    const isFailing = notice.notice === 'failing';
    const isDue = isFailing
      ? !last || Math.abs(now - last.failingAt) >= DAY_MS
      : last?.notice === 'failing';
    if (!isDue) return;
    const { kind } = await tryOnce(() => notify(notice, stopping.signal));
    // One that is refused would be refused again.
    if (kind === 'retry') return;
    const failingAt = isFailing || !last ? now : last.failingAt;
    toldOfStore.set(channel, { notice: notice.notice, failingAt });
    if (kind === 'delivered') log.info({ id: `store ${notice.notice}` }, 'notice delivered');
  }
}

const isChannel = (kind: string) => Object.hasOwn(CHANNELS, kind);

/** @param failingSince null for a recovery, which is found at this moment */
const toAnnouncement = (kind: string, failingSince: number | null): Announcement =>
  failingSince === null
    ? { kind, notice: 'working', beganAt: Date.now() }
    : { kind, notice: 'failing', beganAt: failingSince };
