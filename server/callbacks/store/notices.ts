import type { Database } from '../../database/database.ts';
import { type Row, sql } from '../../database/engine.ts';
import { DAY_MS } from '../../ops/durations.ts';
import { ofKind } from './deliveries.ts';
import { createOutboxTable } from './outbox-table.ts';
import { type ChannelId, isoTime } from './stored-callback.ts';

/** The start or the end of a failure, of which staff are to be notified. */
export interface Announcement {
  /** A kind of channel, or something else that the site checks. */
  kind: string;
  notice: 'failing' | 'working';
  /** The start of the failure or recovery, milliseconds since 1970. */
  beganAt: number;
}

export type Notices = ReturnType<typeof createNotices>;

/**
 * Creates the outbox of notices to staff, with one row for each kind and receiver. Its methods
 * reject as those of the store do.
 */
export const createNotices = (database: Database) => ({
  ...createOutboxTable(database, {
    table: 'notice_deliveries',
    rows: sql`notice_deliveries`,
    numberOf: (id) => sql`SELECT number FROM notice_deliveries WHERE kind || ' ' || notice = ${id}`,
    toItem: toAnnouncement,
  }),

  /**
   * Queues a notice for each of these receivers. A receiver gets one of each sort a day while it is
   * true, whatever the number of replicas, and "working" only after "failing". One that is still
   * waiting for its last notice gets no other.
   * @param announcement.isChannel true when "working" is true only once a request was delivered
   * @returns the receivers for which it was queued
   */
  async enqueue(
    announcement: Announcement & { isChannel: boolean },
    receivers: readonly ChannelId[],
  ): Promise<ChannelId[]> {
    const { kind, notice, beganAt, isChannel } = announcement;
    const now = Date.now();
    const isSettled = sql`last.state <> 'waiting'`;
    const hasDelivered = isChannel
      ? sql`EXISTS (SELECT 1 FROM callback_deliveries
          WHERE ${ofKind(kind)} AND state = 'delivered' AND at > last.failing_at)`
      : sql`TRUE`;
    const queued = sql`notice = ${notice}, began_at = ${beganAt}, state = 'waiting', attempts = 0,
      since = ${now}, due_at = ${now}, at = NULL, reason = NULL`;
    const statements = receivers.map((receiver) =>
      notice === 'failing'
        ? sql`INSERT INTO notice_deliveries AS last
              (kind, channel, notice, began_at, failing_at, since, due_at)
            VALUES (${kind}, ${receiver}, 'failing', ${beganAt}, ${now}, ${now}, ${now})
            ON CONFLICT (kind, channel) DO UPDATE SET ${queued}, failing_at = ${now}
              WHERE ${isSettled} AND abs(last.failing_at - ${now}) >= ${DAY_MS}
            RETURNING channel`
        : sql`UPDATE notice_deliveries AS last SET ${queued}, working_at = ${now}
            WHERE kind = ${kind} AND channel = ${receiver} AND notice = 'failing' AND ${isSettled}
              AND abs(last.working_at - ${now}) >= ${DAY_MS} AND ${hasDelivered}
            RETURNING channel`,
    );
    const results = await database.transaction(statements);
    return receivers.filter((_, index) => results[index]?.length);
  },
});

function toAnnouncement(row: Row) {
  const [kind, notice] = [String(row.kind), row.notice as Announcement['notice']];
  return { id: `${kind} ${notice}`, kind, notice, beganAt: isoTime(row.began_at) };
}
