import type { Database } from '../../database/database.ts';
import { sql } from '../../database/engine.ts';
import type { ChannelId } from './stored-callback.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type NoticeSort = 'failing' | 'working';

/** The key of what one receiver was told of a kind of channel. */
const noticeKey = (kind: string, receiver: ChannelId) => `${kind} ${receiver}`;

export type Notices = ReturnType<typeof createNotices>;

/**
 * Creates the record of what staff were told of a channel. Its methods reject as those of the store
 * do.
 */
export const createNotices = (database: Database) => ({
  /**
   * Claims the notice about a kind of channel to each of these receivers for this process, which
   * must settle it before the lease ends. A receiver gets one of each sort a day, in turn, and
   * "working" once the channel has delivered something. A kind that is no channel works at once.
   * @param claim.isChannel false for what the site checks besides its channels
   * @returns the receivers to notify, how many requests wait in the channel and how many were given
   * up, and the time of the claim in milliseconds since 1970
   */
  async claim(claim: {
    kind: string;
    notice: NoticeSort;
    receivers: readonly ChannelId[];
    leaseMs: number;
    isChannel: boolean;
  }) {
    const { kind, notice, receivers, leaseMs, isChannel } = claim;
    const now = Date.now();
    const claimedUntil = now - DAY_MS + leaseMs;
    const ofKind = sql`(channel = ${kind} OR channel LIKE ${`${kind}:%`})`;
    const hasDelivered = isChannel
      ? sql`EXISTS (SELECT 1 FROM callback_deliveries
          WHERE ${ofKind} AND state = 'delivered' AND at > failing_at)`
      : sql`TRUE`;
    const claims = receivers.map((receiver) =>
      notice === 'failing'
        ? sql`INSERT INTO callback_notices AS last (channel, told, failing_at)
            VALUES (${noticeKey(kind, receiver)}, 'working', ${claimedUntil})
            ON CONFLICT (channel) DO UPDATE SET failing_at = excluded.failing_at
              WHERE last.told = 'working' AND abs(last.failing_at - ${now}) >= ${DAY_MS}
            RETURNING channel`
        : sql`UPDATE callback_notices SET working_at = ${claimedUntil}
            WHERE channel = ${noticeKey(kind, receiver)}
              AND told = 'failing' AND abs(working_at - ${now}) >= ${DAY_MS}
              AND ${hasDelivered}
            RETURNING channel`,
    );
    const claimed = await database.transaction(claims);
    const toNotify = receivers.filter((_, index) => claimed[index]?.length);
    if (toNotify.length === 0) return { receivers: toNotify, waiting: 0, givenUp: 0, at: now };
    const undelivered = sql`SELECT
        count(DISTINCT number) FILTER (WHERE state = 'waiting') AS waiting,
        count(DISTINCT number) FILTER (WHERE state = 'failed') AS given_up
      FROM callback_deliveries JOIN callbacks USING (number) WHERE ${ofKind} AND outcome IS NULL`;
    const [row] = await database.run(undelivered);
    const [waiting, givenUp] = [Number(row?.waiting), Number(row?.given_up)];
    return { receivers: toNotify, waiting, givenUp, at: now };
  },

  /**
   * Settles a claimed notice: it was sent, as of its claim, since the channel may have recovered
   * while it was being sent; or it can be claimed again in a while.
   */
  async settle(
    kind: string,
    notice: NoticeSort,
    receiver: ChannelId,
    outcome: { sentAt: number } | { retryMs: number },
  ): Promise<void> {
    const time = [`${notice}_at`] as const;
    const change =
      'sentAt' in outcome
        ? sql`told = ${notice}, ${time} = ${outcome.sentAt}`
        : sql`${time} = ${Date.now() - DAY_MS + outcome.retryMs}`;
    const settled = sql`UPDATE callback_notices SET ${change}
      WHERE channel = ${noticeKey(kind, receiver)}`;
    await database.run(settled);
  },
});
