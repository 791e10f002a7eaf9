import { guarded } from '../ops/timers.ts';
import type { Database } from './database.ts';
import type { Schema, Value } from './engine.ts';

/** Counts by week, which replicas add up. */
export const countSchema = (): Schema => ({
  name: 'count_schema',
  steps: [
    [
      `CREATE TABLE weekly_counts (
         week TEXT NOT NULL,
         what TEXT NOT NULL,
         page TEXT NOT NULL,
         many BIGINT NOT NULL,
         PRIMARY KEY (week, what, page)
       )`,
    ],
  ],
});

/** What is counted is written together, this often. */
const INTERVAL_MS = 5000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The day on which a week in the UK begins, such as `2026-11-16`: a Monday. */
export function weekOf(time: number): string {
  const today = new Date(time).toLocaleDateString('sv-SE', { timeZone: 'Europe/London' });
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return new Date(Date.parse(today) - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

export const lastWeeks = (many: number) =>
  Array.from({ length: many }, (_, week) =>
    weekOf(Date.parse(weekOf(Date.now())) - (many - 1 - week) * 7 * DAY_MS + DAY_MS / 2),
  );

export interface WeeklyCount {
  week: string;
  what: string;
  page: string;
  many: number;
}

export type WeeklyCounts = ReturnType<typeof startWeeklyCounts>;

/** Begins to count. What the database does not take at once is written with what comes after. */
export function startWeeklyCounts(database: Database) {
  let waiting = new Map<string, number>();
  const add = (key: string, many: number) => waiting.set(key, (waiting.get(key) ?? 0) + many);

  async function write(): Promise<void> {
    if (waiting.size === 0) return;
    const taken = waiting;
    waiting = new Map();
    // In one order, or two replicas could wait for each other.
    const rows = [...taken].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const values = rows.flatMap(([key, many]): Value[] => [...(JSON.parse(key) as string[]), many]);
    const places = rows.map((_, row) => `(${[1, 2, 3, 4].map((at) => `$${row * 4 + at}`).join()})`);
    await database
      .rows('write', [
        `INSERT INTO weekly_counts AS kept (week, what, page, many) VALUES ${places.join(', ')}
         ON CONFLICT (week, what, page) DO UPDATE SET many = kept.many + excluded.many`,
        ...values,
      ])
      .catch(() => {
        for (const [key, many] of taken) add(key, many); // the database logs its own failures
      });
  }

  const timer = setInterval(guarded(write), INTERVAL_MS).unref();
  return {
    add: (what: string, page: string) =>
      void add(JSON.stringify([weekOf(Date.now()), what, page]), 1),
    /** Of this week and those from the given one on. */
    async since(week: string): Promise<WeeklyCount[]> {
      await write();
      const rows = await database.rows('read', [
        'SELECT week, what, page, many FROM weekly_counts WHERE week >= $1',
        week,
      ]);
      return rows.map((row) => ({ ...(row as unknown as WeeklyCount), many: Number(row.many) }));
    },
    /** Writes what is still to be written. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await write();
    },
  };
}
