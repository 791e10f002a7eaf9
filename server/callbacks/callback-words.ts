import { type Company, DAYS, type OpeningHours } from '../../shared/site/company.ts';
import { spokenHours, spokenTime } from '../../shared/site/hours.ts';
import { toLondonInput } from './staff-words.ts';

const DAY = 24 * 60;
const WEEK = 7 * DAY;

/**
 * How soon the company rings back, in words that are true whenever they are read: pages are cached.
 * Callbacks are made in the office's hours, or in the helpline's where the office has none.
 */
export function callbackWords({ callbackWithin, ...company }: Company): string | undefined {
  const hours = hoursOf(company);
  if (!callbackWithin || hours.length === 0) return callbackWithin && `within ${callbackWithin}`;
  const open = hours.map(spokenHours).join(', and ');
  return `within ${callbackWithin} while we are open (${open})`;
}

/**
 * The same for somebody who reads it now: 'within 15 minutes', or 'from 9am tomorrow' where the
 * company closes before those minutes are over.
 */
export function callbackWordsNow({ callbackWithin, ...company }: Company, now = new Date()) {
  const spans = hoursOf(company).flatMap(spansOf);
  if (!callbackWithin || spans.length === 0) return callbackWithin && `within ${callbackWithin}`;
  const minute = minuteOfWeek(now.getTime());
  const since = (start: number, at = minute) => (at - start + WEEK) % WEEK;
  const isOpen = (at: number) => spans.some(({ start, length }) => since(start, at) < length);
  const latest = now.getTime() + minutesIn(callbackWithin) * 60_000;
  if (isOpen(minute) && isOpen(minuteOfWeek(latest))) return `within ${callbackWithin}`;
  const [next] = spans.toSorted((one, other) => since(other.start) - since(one.start));
  const { start, opens, day } = next as Span;
  const days = Math.floor((minute + WEEK - since(start)) / DAY) - Math.floor(minute / DAY);
  return `from ${spokenTime(opens)} ${['today', 'tomorrow'][days] ?? `on ${day}`}`;
}

const hoursOf = ({ officeHours, lineHours = [] }: Pick<Company, 'officeHours' | 'lineHours'>) =>
  officeHours ?? lineHours;

type Span = ReturnType<typeof spansOf>[number];

/** In minutes since Monday began; a day that closes as it opens, or earlier, goes on past midnight. */
function spansOf({ days, opens, closes }: OpeningHours) {
  const begins = minuteOf(opens);
  const length = (minuteOf(closes) - begins + DAY) % DAY || DAY;
  return days.map((day) => ({ day, opens, start: DAYS.indexOf(day) * DAY + begins, length }));
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** @param words as in '15 minutes' or '1 hour': server/config/site-file.ts */
const minutesIn = (words: string) => Number.parseInt(words, 10) * (words.includes('hour') ? 60 : 1);

/** In London. @param at in milliseconds since 1970 */
function minuteOfWeek(at: number): number {
  const local = new Date(`${toLondonInput(at)}Z`);
  const day = (local.getUTCDay() + 6) % 7;
  return day * DAY + local.getUTCHours() * 60 + local.getUTCMinutes();
}
