const FORMAT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** UK local time, as in `Sat, 21 Nov 2026, 22:50`, for the people who ring back. */
export function londonTime(iso: string): string {
  return FORMAT.format(new Date(iso));
}
