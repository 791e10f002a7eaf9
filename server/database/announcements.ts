import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { guarded } from '../ops/timers.ts';
import type { Database } from './database.ts';
import type { Dialect } from './dialect.ts';
import type { Schema } from './schema.ts';

/** What replicas tell each other. */
export const announcementSchema = ({ serial }: Dialect): Schema => ({
  name: 'announcement_schema',
  steps: [
    [
      `CREATE TABLE announcements (
         number ${serial},
         teller TEXT NOT NULL,
         content TEXT NOT NULL,
         at BIGINT NOT NULL
       )`,
    ],
  ],
});

/** Behind LISTEN, which a lost connection misses and PgBouncer in transaction mode does not pass on. */
const POLL_MS = 500;
/** Numbers are given out before they are committed: a lower one may appear after a higher one. */
const OVERLAP = 100;
const KEPT_MS = 60 * 60 * 1000;
const RECONNECT_MS = 10_000;

/**
 * Tells every replica that shares a PostgreSQL database, and hears what the others tell: at once by
 * LISTEN and NOTIFY, within half a second by asking. What was told while the database was away is heard
 * when it is back.
 * @param hear gets what others told since the start, each once and in order
 */
export function startAnnouncements({
  database,
  url,
  log,
  hear,
}: {
  database: Database;
  url: string;
  log: Logger;
  hear: (content: unknown) => void;
}) {
  const teller = randomUUID();
  let heard = new Set<number>();
  /** Null until the first answer: what was told before the start is in the tables themselves. */
  let last: number | null = null;
  let asking: Promise<void> | null = null;
  let client: Client | undefined;
  let reconnecting: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function ask(): Promise<void> {
    const rows = await database.rows('quick', [
      'SELECT number, teller, content FROM announcements WHERE number > $1 ORDER BY number',
      (last ?? 0) - OVERLAP,
    ]);
    const unheard = rows.filter(({ number }) => !heard.has(Number(number)));
    heard = new Set(rows.map(({ number }) => Number(number)));
    const isFirst = last === null;
    last = Math.max(last ?? 0, ...heard);
    if (isStopped || isFirst) return;
    for (const { teller: by, content } of unheard)
      if (by !== teller) hear(JSON.parse(String(content)));
  }

  /** One question at a time; the database counts and logs its own failures. */
  function askNow(): Promise<void> {
    asking ??= ask()
      .catch(() => {})
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  async function listen(): Promise<void> {
    const { default: pg } = await import('pg');
    if (isStopped) return;
    const listener = new pg.Client({ connectionString: url, keepAlive: true });
    client = listener;
    listener.on('error', (error) => log.warn({ err: error }, 'a listening connection was lost'));
    listener.on('notification', guarded(askNow));
    listener.on('end', () => {
      if (!isStopped) reconnecting = setTimeout(guarded(listen), RECONNECT_MS).unref();
    });
    try {
      await listener.connect();
      await listener.query('LISTEN announcements');
    } catch {
      await listener.end().catch(() => {}); // it is asked meanwhile
    }
  }

  const polling = setInterval(guarded(askNow), POLL_MS).unref();
  const listening = guarded(() => askNow().then(listen))();

  return {
    /** Never rejects: what cannot be told is found out by each replica for itself. */
    async tell(content: unknown): Promise<void> {
      const now = Date.now();
      await database
        .run('write', [
          [
            'INSERT INTO announcements (teller, content, at) VALUES ($1, $2, $3)',
            teller,
            JSON.stringify(content),
            now,
          ],
          ['DELETE FROM announcements WHERE at < $1', now - KEPT_MS],
          ["SELECT pg_notify('announcements', '')"],
        ])
        .catch(() => {});
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(polling);
      clearTimeout(reconnecting);
      await Promise.all([asking, listening]);
      await client?.end().catch(() => {});
    },
  };
}
