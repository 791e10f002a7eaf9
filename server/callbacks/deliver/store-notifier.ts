import type { Logger } from 'pino';
import { DAY_MS } from '../../ops/durations.ts';
import type { ChannelId } from '../store/stored-callback.ts';
import { type Notice, type Notifier, tryOnce } from './channel.ts';

/**
 * Creates the notifier of a store that takes no requests, which is told the state at every check. It
 * remembers in memory what each receiver was told, because the outbox is in that store. A receiver
 * that does not take a notice gets it again at the next check.
 */
export function createStoreNotifier(deps: {
  notifiers: readonly Notifier[];
  log: Logger;
  signal: AbortSignal;
}): (notice: Notice) => Promise<void> {
  const { notifiers, log, signal } = deps;
  const told = new Map<ChannelId, { notice: Notice['notice']; failingAt: number }>();
  return async (notice) => {
    await Promise.all(notifiers.map((notifier) => notifyOne(notifier, notice)));
  };

  async function notifyOne({ channel, notify }: Notifier, notice: Notice): Promise<void> {
    const last = told.get(channel);
    const now = Date.now();
    const isFailing = notice.notice === 'failing';
    const isDue = isFailing
      ? !last || Math.abs(now - last.failingAt) >= DAY_MS
      : last?.notice === 'failing';
    if (!isDue) return;
    const { kind } = await tryOnce(() => notify(notice, signal));
    // One that is refused would be refused again.
    if (kind === 'retry') return;
    told.set(channel, {
      notice: notice.notice,
      failingAt: isFailing ? now : (last?.failingAt ?? now),
    });
    if (kind === 'delivered') log.info({ id: `store ${notice.notice}` }, 'notice delivered');
  }
}
