import { DAYS, type OpeningHours } from './company.ts';

/** Returns opening hours in words: 'Monday to Friday, 9am to 5:30pm'. */
export function spokenHours({ days, opens, closes }: OpeningHours): string {
  const isConsecutive = DAYS.join().includes(days.join()) && days.length > 2;
  const when = isConsecutive ? `${days[0]} to ${days.at(-1)}` : days.join(', ');
  return `${when}, ${formatTime(opens)}\u00a0to\u00a0${formatTime(closes)}`;
}

/** Returns a time in the words of the GOV.UK style guide. */
export function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  if (hour % 12 === 0 && minute === 0) return hour === 0 ? 'midnight' : 'midday';
  const past = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${past}${hour < 12 ? 'am' : 'pm'}`;
}
