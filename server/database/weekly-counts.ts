import { logErrors } from '../ops/async.ts';
import type { Database } from './database.ts';
import { type Row, sql, sqlList } from './engine.ts';

/** The interval between writes of the buffered counts. */
const FLUSH_INTERVAL_MS = 5000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the Monday on which a week in the UK begins, such as `2026-11-16`. */
export function startOfWeek(time: number): string {
  const today = new Date(time).toLocaleDateString('sv-SE', { timeZone: 'Europe/London' });
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return new Date(Date.parse(today) - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

export const lastWeeks = (many: number) =>
  Array.from({ length: many }, (_, week) =>
    startOfWeek(Date.parse(startOfWeek(Date.now())) - (many - 1 - week) * 7 * DAY_MS + DAY_MS / 2),
  );

export type WeeklyCounts = ReturnType<typeof startWeeklyCounts>;
export type WeeklyCount = ReturnType<typeof toWeeklyCount>;

/** Returns the statement that selects the counts of a week and of all later ones. */
export const countsSince = (week: string) =>
  sql`SELECT week, what, page, many FROM weekly_counts WHERE week >= ${week}`;

export const toWeeklyCount = ({ week, what, page, many }: Row) => ({
  week: String(week),
  what: String(what),
  page: String(page),
  many: Number(many),
});

/** Starts to count. Counts that the database cannot take are written with the next ones. */
export function startWeeklyCounts(database: Database) {
  let buffered = new Map<string, number>();
  const add = (key: string, many: number) => buffered.set(key, (buffered.get(key) ?? 0) + many);

  async function write(): Promise<void> {
    if (buffered.size === 0) return;
    const batch = buffered;
    buffered = new Map();
    // In one order, or two replicas could deadlock.
    const rows = [...batch].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const values = rows.map(([key, many]) => {
      const [week, what, page] = JSON.parse(key) as [string, string, string];
      return sql`(${week}, ${what}, ${page}, ${many})`;
    });
    const added = sql`INSERT INTO weekly_counts AS kept (week, what, page, many)
      VALUES ${sqlList(values)}
      ON CONFLICT (week, what, page) DO UPDATE SET many = kept.many + excluded.many`;
    await database.run(added).catch(() => {
      for (const [key, many] of batch) add(key, many); // the database logs its own failures
    });
  }

  const timer = setInterval(logErrors(write), FLUSH_INTERVAL_MS).unref();
  return {
    add: (what: string, page: string) =>
      void add(JSON.stringify([startOfWeek(Date.now()), what, page]), 1),
    /** Writes the buffered counts. */
    flush: write,
    async stop(): Promise<void> {
      clearInterval(timer);
      await write();
    },
  };
}
