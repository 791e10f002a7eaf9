import type { Company } from '../../shared/site/company.ts';
import { addDays, atLondonTime, londonDate, weekdayOf } from './london-time.ts';

type Hours = Pick<Company, 'officeHours' | 'lineHours'>;

/** A time from opening to closing, in milliseconds since 1970. */
export interface OpenTime {
  opensAt: number;
  closesAt: number;
}

/**
 * Returns the times between two moments in which callbacks are made, in order: the office's hours,
 * or the helpline's when the office has none. The first may have begun before, the last end later.
 * A day that closes as it opens, or earlier, lasts past midnight.
 */
export function openTimes(hours: Hours, from: number, to: number): OpenTime[] {
  const { officeHours, lineHours = [] } = hours;
  const times: OpenTime[] = [];
  // From the day before, whose last hours may go past midnight.
  for (let date = addDays(londonDate(from), -1); date <= londonDate(to); date = addDays(date, 1))
    for (const { days, opens, closes } of officeHours ?? lineHours) {
      if (!days.includes(weekdayOf(date))) continue;
      const opensAt = atLondonTime(date, opens);
      const closesAt = atLondonTime(closes > opens ? date : addDays(date, 1), closes);
      if (closesAt > from) times.push({ opensAt, closesAt });
    }
  return times.toSorted((a, b) => a.opensAt - b.opensAt);
}

export const isOpenAt = (times: readonly OpenTime[], at: number) =>
  times.some(({ opensAt, closesAt }) => opensAt <= at && at < closesAt);

/** Returns how long the company is open between two moments, in milliseconds. */
export const openMsBetween = (hours: Hours, from: number, to: number) =>
  openTimes(hours, from, to).reduce(
    (total, { opensAt, closesAt }) =>
      total + Math.max(0, Math.min(closesAt, to) - Math.max(opensAt, from)),
    0,
  );
