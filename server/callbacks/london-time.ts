const OPTIONS: Intl.DateTimeFormatOptions = {
  timeZone: 'Europe/London',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
};
/** Made for the first request that is shown: it would be a thirtieth of every start. */
let format: Intl.DateTimeFormat | undefined;

/** UK local time, as in `Sat, 21 Nov 2026, 22:50`, for the people who ring back. */
export function londonTime(iso: string): string {
  format ??= new Intl.DateTimeFormat('en-GB', OPTIONS);
  return format.format(new Date(iso));
}
