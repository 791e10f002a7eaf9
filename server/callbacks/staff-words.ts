/**
 * A `tel:` address for whoever rings back: the digits as the caller typed them, because the country
 * is unknown (RFC 3966 calls the rest visual separators). Null when there are none.
 */
export function dialLink(typed: string): string | null {
  // In +44 (0)20 the zero is for those who dial without the +44.
  const digits = typed.replace(/^(\D*\+.*)\(0\)/, '$1').replace(/\D/g, '');
  if (digits === '') return null;
  return `tel:${/^\D*\+/.test(typed) ? '+' : ''}${digits}`;
}

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
