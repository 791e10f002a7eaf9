import type { Company } from '../../shared/site/company.ts';
import { formatTime, spokenHours } from '../../shared/site/opening-hours.ts';
import { fromLondonInput, toLondonInput } from './london-time.ts';
import {
  DAY,
  isOpenAt,
  minuteOfWeek,
  type OpeningSpan,
  openingSpans,
  WEEK,
} from './opening-spans.ts';

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
export function callbackPromiseNow({ callbackWithin, ...company }: Company, now = new Date()) {
  if (!callbackWithin) return undefined;
  const opening = nextOpening({ callbackWithin, ...company }, now.getTime());
  if (!opening) return `within ${callbackWithin}`;
  const { opens, day, days } = opening;
  return `from ${formatTime(opens)} ${['today', 'tomorrow'][days] ?? `on ${day}`}`;
}

/**
 * Returns the latest moment for a call that keeps this promise, in milliseconds since 1970. When
 * the company would close first, the time runs from its next opening.
 */
export function callbackDeadline(company: Promising, askedAt: number): number {
  const opening = nextOpening(company, askedAt);
  const within = parseMinutes(company.callbackWithin) * 60_000;
  if (!opening) return askedAt + within;
  const today = Date.parse(`${toLondonInput(askedAt).slice(0, 'YYYY-MM-DD'.length)}T12:00Z`);
  const date = new Date(today + opening.days * DAY * 60_000).toISOString().slice(0, 10);
  return Date.parse(fromLondonInput(`${date}T${opening.opens}`) as string) + within;
}

/** A company that promises how soon it calls back. */
export type Promising = Company & { callbackWithin: string };

/** Returns the next opening; null when a callback can be made in time, or no hours are known. */
function nextOpening({ callbackWithin, ...company }: Promising, now: number) {
  const spans = openingSpans(company);
  if (spans.length === 0) return null;
  const minute = minuteOfWeek(now);
  const minutesSince = (start: number) => (minute - start + WEEK) % WEEK;
  const latest = now + parseMinutes(callbackWithin) * 60_000;
  if (isOpenAt(spans, minute) && isOpenAt(spans, minuteOfWeek(latest))) return null;
  const [next] = spans.toSorted((a, b) => minutesSince(b.start) - minutesSince(a.start));
  const { start, opens, day } = next as OpeningSpan;
  const days = Math.floor((minute + WEEK - minutesSince(start)) / DAY) - Math.floor(minute / DAY);
  return { opens, day, days };
}

/** @param words as in '15 minutes' or '1 hour': server/config/site-file/site-file-schema.ts */
const parseMinutes = (words: string) =>
  Number.parseInt(words, 10) * (words.includes('hour') ? 60 : 1);
