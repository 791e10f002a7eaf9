import { DAYS } from '../../shared/site/company.ts';
import { DAY_MS } from '../ops/durations.ts';
import { isoTime } from './store/stored-callback.ts';

const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

/**
 * Creates a formatter on its first use: creating them all would take a thirtieth of every start.
 */
const londonFormat = (options: Intl.DateTimeFormatOptions, locale = 'en-GB') => {
  let format: Intl.DateTimeFormat | undefined;
  return (at: string | number) => {
    format ??= new Intl.DateTimeFormat(locale, { timeZone: 'Europe/London', ...options });
    return format.format(new Date(at));
  };
};

/** Formats a UK local time for staff: `Sat, 21 Nov 2026, 22:50`. */
export const londonTime = londonFormat({ ...DAY, year: 'numeric', ...TIME });

/** Formats a month in the UK: `October 2026`. */
export const formatMonth = londonFormat({ month: 'long', year: 'numeric' });

/** Formats a day in the UK: `16 Nov`. */
export const formatDay = londonFormat({ day: 'numeric', month: 'short' });

const timeOnly = londonFormat(TIME);
const dayAndTime = londonFormat({ ...DAY, ...TIME });
/** The Swedish locale writes dates as ISO 8601 does. */
const sortable = londonFormat({ dateStyle: 'short', timeStyle: 'short' }, 'sv-SE');

/**
 * Formats a UK local time as short as possible: `22:50` today, `Sat 21 Nov, 22:50` this year,
 * otherwise in full.
 */
export function shortLondonTime(iso: string, now = Date.now()): string {
  const [date, today] = [londonDate(iso), londonDate(now)];
  if (date.slice(0, 'YYYY'.length) !== today.slice(0, 'YYYY'.length)) return londonTime(iso);
  return date === today ? timeOnly(iso) : dayAndTime(iso);
}

const zoneOf = londonFormat({ hour: 'numeric', timeZoneName: 'short' });

/** Formats a UK local time with its zone, sortable in a spreadsheet: `2026-07-01 13:05 BST`. */
export const stampLondon = (iso: string) => `${sortable(iso)} ${zoneOf(iso).split(' ').at(-1)}`;

/** Formats a UK local time as the value of a `datetime-local` input: `2026-11-21T22:50`. */
export const toLondonInput = (iso: string | number) =>
  sortable(iso).replace(' ', 'T').padStart('YYYY-MM-DDThh:mm'.length, '0');

/**
 * Parses the value of such an input to ISO 8601 in UTC, and also accepts ISO 8601 itself. An hour
 * that the clocks skip is read as the one after it.
 * @returns null for any other value, and for a day that does not exist
 */
export function fromLondonInput(typed: string): string | null {
  const [, local, zone] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z?)$/.exec(typed) ?? [];
  const localMs = Date.parse(`${local}Z`);
  // `Date` reads 30 February as a day in March.
  if (Number.isNaN(localMs) || !isoTime(localMs).startsWith(typed.slice(0, 'YYYY-MM-DD'.length)))
    return null;
  const offsetAt = (at: number) => Date.parse(`${toLondonInput(at)}Z`) - (at - (at % 60_000));
  const at = zone ? localMs : localMs - offsetAt(localMs - offsetAt(localMs));
  return isoTime(at);
}

/** Returns the date in the UK: `2026-11-21`. */
export const londonDate = (at: string | number) => toLondonInput(at).slice(0, 'YYYY-MM-DD'.length);

/** Returns the time of day in the UK: `22:50`. */
export const londonTimeOfDay = (at: number) => toLondonInput(at).slice('YYYY-MM-DDT'.length);

/** Returns the moment of a UK local time, in milliseconds since 1970. */
export const atLondonTime = (date: string, time: string) =>
  Date.parse(fromLondonInput(`${date}T${time}`) as string);

/** Returns the date some days later, or earlier. */
export const addDays = (date: string, days: number) =>
  isoTime(Date.parse(date) + days * DAY_MS).slice(0, 'YYYY-MM-DD'.length);

export const weekdayOf = (date: string) =>
  DAYS[(new Date(date).getUTCDay() + 6) % 7] as (typeof DAYS)[number];
