import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { type Dialect, type Schema, sql } from './engine.ts';

/** What replicas tell each other. */
export const announcementSchema = ({ serial }: Dialect): Schema => ({
  table: 'announcements',
  create: [
    `CREATE TABLE announcements (
       number ${serial},
       teller TEXT NOT NULL,
       content TEXT NOT NULL,
       at BIGINT NOT NULL
     )`,
  ],
});

/** Asked for: what LISTEN hears, a lost connection misses, and PgBouncer does not pass on. */
const POLL_MS = 500;
/** Numbers are given out before they are committed: a lower one may appear after a higher one. */
const OVERLAP = 100;
const KEPT_MS = 60 * 60 * 1000;

/**
 * Tells every replica that shares a database, and hears what the others tell within half a second.
 * What was told while the database was away is heard when it is back.
 * @param hear gets what others told since the start, each once and in order
 */
export function startAnnouncements(database: Database, hear: (content: unknown) => void) {
  const teller = randomUUID();
  const closing = new AbortController();
  const { signal } = closing;
  let heard = new Set<number>();
  /** Null until the first answer: what was told before the start is in the tables themselves. */
  let last: number | null = null;
  const hearing = keepAsking();

  async function ask(): Promise<void> {
    const told = sql`SELECT number, teller, content FROM announcements
      WHERE number > ${(last ?? 0) - OVERLAP} ORDER BY number`;
    const rows = await database.run(told);
    const unheard = rows.filter(({ number }) => !heard.has(Number(number)));
    heard = new Set(rows.map(({ number }) => Number(number)));
    const isFirst = last === null;
    last = Math.max(last ?? 0, ...heard);
    if (signal.aborted || isFirst) return;
    for (const { teller: by, content } of unheard)
      if (by !== teller) hear(JSON.parse(String(content)));
  }

  async function keepAsking(): Promise<void> {
    while (!signal.aborted) {
      await ask().catch(() => {}); // the database counts and logs its own failures
      await sleep(POLL_MS, null, { ref: false, signal }).catch(() => {});
    }
  }

  return {
    /** Never rejects: what cannot be told is found out by each replica for itself. */
    async tell(content: unknown): Promise<void> {
      const now = Date.now();
      const told = [
        sql`INSERT INTO announcements (teller, content, at)
            VALUES (${teller}, ${JSON.stringify(content)}, ${now})`,
        sql`DELETE FROM announcements WHERE at < ${now - KEPT_MS}`,
      ];
      await database.transaction(told).catch(() => {});
    },
    async stop(): Promise<void> {
      closing.abort();
      await hearing;
    },
  };
}
