import { type Company, DAYS, type OpeningHours } from '../../shared/site/company.ts';
import { toLondonInput } from './london-time.ts';

/** Minutes of a day and of a week. */
export const DAY = 24 * 60;
export const WEEK = 7 * DAY;

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

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
