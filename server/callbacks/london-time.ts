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

const timeOnly = londonFormat(TIME);
const dayAndTime = londonFormat({ ...DAY, ...TIME });
/** The Swedish locale writes dates as ISO 8601 does. */
const sortable = londonFormat({ dateStyle: 'short', timeStyle: 'short' }, 'sv-SE');

/**
 * Formats a UK local time as short as possible: `22:50` today, `Sat 21 Nov, 22:50` this year,
 * otherwise in full.
 */
export function shortLondonTime(iso: string, now = Date.now()): string {
  const [at, today] = [toLondonInput(iso), toLondonInput(now)];
  if (at.slice(0, 'YYYY'.length) !== today.slice(0, 'YYYY'.length)) return londonTime(iso);
  return at.split('T')[0] === today.split('T')[0] ? timeOnly(iso) : dayAndTime(iso);
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
