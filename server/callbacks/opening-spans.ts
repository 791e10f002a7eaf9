import { type Company, DAYS, type OpeningHours } from '../../shared/site/company.ts';
import { fromLondonInput, toLondonInput } from './london-time.ts';

/** Minutes of a day and of a week. */
export const DAY = 24 * 60;
export const WEEK = 7 * DAY;
const MINUTE_MS = 60_000;
const DAY_MS = DAY * MINUTE_MS;

/** A time from opening to closing; `start` and `length` are minutes, from the start of Monday. */
export interface OpeningSpan {
  day: OpeningHours['days'][number];
  /** `HH:MM`, local time. */
  opens: string;
  start: number;
  length: number;
}

/**
 * Returns the spans in which callbacks are made: the office's, or the helpline's when the office
 * has none. A day that closes as it opens, or earlier, lasts past midnight.
 */
export function openingSpans({
  officeHours,
  lineHours = [],
}: Pick<Company, 'officeHours' | 'lineHours'>): OpeningSpan[] {
  return (officeHours ?? lineHours).flatMap(({ days, opens, closes }) => {
    const begins = minuteOf(opens);
    const length = (minuteOf(closes) - begins + DAY) % DAY || DAY;
    return days.map((day) => ({ day, opens, start: DAYS.indexOf(day) * DAY + begins, length }));
  });
}

/**
 * Tells whether a minute of the week lies in one of the spans.
 * @param minute the number of minutes since the start of Monday, local time
 */
export const isOpenAt = (spans: readonly OpeningSpan[], minute: number) =>
  spans.some(({ start, length }) => (minute - start + WEEK) % WEEK < length);

/**
 * Returns the minute of the week in London.
 * @param at milliseconds since 1970
 */
export function minuteOfWeek(at: number): number {
  const local = new Date(`${toLondonInput(at)}Z`);
  const day = (local.getUTCDay() + 6) % 7;
  return day * DAY + local.getUTCHours() * 60 + local.getUTCMinutes();
}

/**
 * Returns the time between two moments in which the company is open, in milliseconds.
 * @param from milliseconds since 1970, as `to`
 */
export function openMsBetween(spans: readonly OpeningSpan[], from: number, to: number): number {
  const dateOf = (at: number) => Date.parse(toLondonInput(at).slice(0, 'YYYY-MM-DD'.length));
  let total = 0;
  // From the day before, whose last span may go past midnight.
  for (let date = dateOf(from) - DAY_MS; date <= dateOf(to); date += DAY_MS) {
    const startOfDay = ((new Date(date).getUTCDay() + 6) % 7) * DAY;
    for (const { start, length } of spans) {
      if (start - (start % DAY) !== startOfDay) continue;
      const opens = fromLocalTime(date + (start % DAY) * MINUTE_MS);
      const closes = fromLocalTime(date + ((start % DAY) + length) * MINUTE_MS);
      total += Math.max(0, Math.min(closes, to) - Math.max(opens, from));
    }
  }
  return total;
}

/** Converts a local time, written as if it were UTC, to milliseconds since 1970. */
const fromLocalTime = (local: number) =>
  Date.parse(fromLondonInput(new Date(local).toISOString().slice(0, -1)) as string);

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
