const FORMAT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** The clock on the wall of those who ring back, summer time included: Sat, 21 Nov 2026, 22:50. */
export function londonTime(iso: string): string {
  return FORMAT.format(new Date(iso));
}
