import { type Company, DAYS } from '../../../shared/site/company.ts';
import { formatTime } from '../../../shared/site/opening-hours.ts';
import { fromLondonInput, toLondonInput } from '../london-time.ts';
import {
  DAY,
  isOpenAt,
  minuteOfWeek,
  type OpeningSpan,
  openingSpans,
  WEEK,
} from '../opening-spans.ts';
import { isoTime } from '../store/stored-callback.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** The preferred start of a day's calls, and the start of the evening: minutes of a day. */
const MORNING = 9 * 60;
const EVENING = 18 * 60;

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
  const spans = openingSpans(hours);
  const isOpen = (minute: number) => spans.length === 0 || isOpenAt(spans, minute);
  const today = startOfDay(minuteOfWeek(now));
  const inAnHour = now + HOUR_MS;
  const options: SnoozeOption[] = [{ value: 'hour', label: 'In an hour', at: isoTime(inAnHour) }];
  const evening = londonTimeOn(now, 0, '18:00');
  if (Date.parse(evening) > inAnHour && isOpen(today + EVENING))
    options.push({ value: 'evening', label: 'This evening at 6pm', at: evening });
  for (let days = 1; days <= 7; days++) {
    const start = (today + days * DAY) % WEEK;
    const [first] = spans.filter((span) => startOfDay(span.start) === start).toSorted(byStart);
    const opens = isOpen(start + MORNING) ? '09:00' : first?.opens;
    if (!opens) continue;
    const day = days === 1 ? 'Tomorrow' : DAYS[start / DAY];
    const label = `${days === 7 ? 'Next ' : ''}${day} at ${formatTime(opens)}`;
    options.push({ value: 'morning', label, at: londonTimeOn(now, days, opens) });
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
  const spans = openingSpans(hours);
  const isOpenInAnHour = spans.length === 0 || isOpenAt(spans, minuteOfWeek(now + HOUR_MS));
  return timeOf('evening') ?? timeOf(isOpenInAnHour ? 'hour' : 'morning') ?? null;
}

const byStart = (a: OpeningSpan, b: OpeningSpan) => a.start - b.start;

const startOfDay = (minute: number) => minute - (minute % DAY);

/** Returns a local time some days after today. Noon is a day's middle whatever the clocks do. */
function londonTimeOn(now: number, days: number, time: string): string {
  const noon = Date.parse(`${toLondonInput(now).slice(0, 'YYYY-MM-DD'.length)}T12:00Z`);
  const date = isoTime(noon + days * DAY_MS).slice(0, 'YYYY-MM-DD'.length);
  return fromLondonInput(`${date}T${time}`) as string;
}
