import type { Company } from '../../shared/site/company.ts';
import { formatTime, spokenHours } from '../../shared/site/opening-hours.ts';
import { DAY_MS, MINUTE_MS } from '../ops/durations.ts';
import { addDays, londonDate, londonTimeOfDay, weekdayOf } from './london-time.ts';
import { isOpenAt, openTimes } from './opening-times.ts';

/** A company that promises how soon it calls back. */
type Promising = Company & { callbackWithin: string };

/**
 * Describes how soon the company calls back, in words that are always true: pages are cached.
 * Callbacks are made in the office's hours, or in the helpline's when the office has none.
 */
export function callbackPromise({ callbackWithin, ...company }: Company): string | undefined {
  const { officeHours, lineHours = [] } = company;
  const hours = officeHours ?? lineHours;
  if (!callbackWithin || hours.length === 0) return callbackWithin && `within ${callbackWithin}`;
  const open = hours.map(spokenHours).join(', and ');
  return `within ${callbackWithin} while we are open (${open})`;
}

/**
 * Describes the same for someone who reads it now: 'within 15 minutes', or 'from 9am tomorrow' when
 * the company closes before then.
 */
export function callbackPromiseNow({ callbackWithin, ...company }: Company, now = Date.now()) {
  if (!callbackWithin) return undefined;
  const opensAt = nextOpening({ callbackWithin, ...company }, now);
  if (opensAt === null) return `within ${callbackWithin}`;
  const [today, date] = [londonDate(now), londonDate(opensAt)];
  const days = new Map([
    [today, 'today'],
    [addDays(today, 1), 'tomorrow'],
  ]);
  return `from ${formatTime(londonTimeOfDay(opensAt))} ${days.get(date) ?? `on ${weekdayOf(date)}`}`;
}

/**
 * Returns the latest moment for a call that keeps this promise, in milliseconds since 1970. When
 * the company would close first, the time runs from its next opening.
 */
export const callbackDeadline = (company: Promising, askedAt: number): number =>
  (nextOpening(company, askedAt) ?? askedAt) + parseMs(company.callbackWithin);

/**
 * Returns the next opening, in milliseconds since 1970; null when a callback can be made in time, or
 * no hours are known.
 */
function nextOpening(company: Promising, now: number): number | null {
  const latest = now + parseMs(company.callbackWithin);
  const times = openTimes(company, now, latest);
  if (isOpenAt(times, now) && isOpenAt(times, latest)) return null;
  const coming = openTimes(company, now, now + 8 * DAY_MS);
  return coming.find(({ opensAt }) => opensAt > now)?.opensAt ?? null;
}

/** @param words as in '15 minutes' or '1 hour': server/config/site-file/company-schema.ts */
const parseMs = (words: string) =>
  Number.parseInt(words, 10) * (words.includes('hour') ? 60 : 1) * MINUTE_MS;
