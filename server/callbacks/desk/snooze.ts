import type { Company } from '../../../shared/site/company.ts';
import { formatTime } from '../../../shared/site/opening-hours.ts';
import { DAY_MS, HOUR_MS } from '../../ops/durations.ts';
import { addDays, atLondonTime, londonDate, londonTimeOfDay, weekdayOf } from '../london-time.ts';
import { isOpenAt, openTimes } from '../opening-times.ts';
import { isoTime } from '../store/stored-callback.ts';

/** A button that sets the time of the next call. */
export interface SnoozeOption {
  value: 'hour' | 'evening' | 'morning';
  label: string;
  /** ISO 8601. */
  at: string;
}

type Hours = Pick<Company, 'officeHours' | 'lineHours'>;

/**
 * Returns the times that staff are offered for the next call. The evening and the morning are times
 * at which the company is open; the evening is offered only while it is later than in an hour.
 * @param now milliseconds since 1970
 */
export function snoozeOptions(hours: Hours, now = Date.now()): SnoozeOption[] {
  const { times, isOpen } = openWeek(hours, now);
  const today = londonDate(now);
  const inAnHour = now + HOUR_MS;
  const options: SnoozeOption[] = [{ value: 'hour', label: 'In an hour', at: isoTime(inAnHour) }];
  const evening = atLondonTime(today, '18:00');
  if (evening > inAnHour && isOpen(evening))
    options.push({ value: 'evening', label: 'This evening at 6pm', at: isoTime(evening) });
  for (let days = 1; days <= 7; days++) {
    const date = addDays(today, days);
    const nine = atLondonTime(date, '09:00');
    const first = times.find(({ opensAt }) => londonDate(opensAt) === date);
    const at = isOpen(nine) ? nine : first?.opensAt;
    if (at === undefined) continue;
    const day = days === 1 ? 'Tomorrow' : weekdayOf(date);
    const label = `${days === 7 ? 'Next ' : ''}${day} at ${formatTime(londonTimeOfDay(at))}`;
    options.push({ value: 'morning', label, at: isoTime(at) });
    break;
  }
  return options;
}

/**
 * Returns the time that a pressed button stands for, ISO 8601. An evening that is no longer offered
 * is in an hour, or the next morning when the company is closed by then.
 * @returns null for any other value
 */
export function resolveSnooze(hours: Hours, value = '', now = Date.now()): string | null {
  const options = snoozeOptions(hours, now);
  const timeOf = (wanted: string) => options.find((option) => option.value === wanted)?.at;
  if (value !== 'evening') return timeOf(value) ?? null;
  const isOpenInAnHour = openWeek(hours, now).isOpen(now + HOUR_MS);
  return timeOf('evening') ?? timeOf(isOpenInAnHour ? 'hour' : 'morning') ?? null;
}

/** Returns when the company is open in the week to come: always, when no hours are known. */
function openWeek(hours: Hours, now: number) {
  const times = openTimes(hours, now, now + 8 * DAY_MS);
  return { times, isOpen: (at: number) => times.length === 0 || isOpenAt(times, at) };
}
