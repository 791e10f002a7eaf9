import { DAYS } from '../../../shared/site/company.ts';
import type { Database } from '../../database/database.ts';
import { type Row, sql, sqlList } from '../../database/engine.ts';
import { logErrors } from '../../ops/async.ts';
import { addDays, londonDate, weekdayOf } from '../london-time.ts';

/** The interval between writes of the buffered counts. */
const FLUSH_INTERVAL_MS = 5000;

/** Returns the Monday on which a week in the UK begins, such as `2026-11-16`. */
export function startOfWeek(time: number): string {
  const date = londonDate(time);
  return addDays(date, -DAYS.indexOf(weekdayOf(date)));
}

/** Returns the Mondays of the last weeks, oldest first; the last is this week's. */
export function lastWeeks(many: number): string[] {
  const thisWeek = startOfWeek(Date.now());
  return Array.from({ length: many }, (_, week) => addDays(thisWeek, 7 * (week + 1 - many)));
}

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
