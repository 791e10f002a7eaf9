import { fromLondonInput, toLondonInput } from '../london-time.ts';
import { isoTime } from '../store/stored-callback.ts';

const HOUR_MS = 60 * 60 * 1000;

/** The buttons that set the time of the next call. */
export const SNOOZE_OPTIONS = [
  { value: 'hour', label: 'In an hour' },
  { value: 'evening', label: 'This evening, from 6pm' },
  { value: 'morning', label: 'Tomorrow at 9am' },
];

/**
 * Returns the time that a button stands for, ISO 8601. The evening starts at 6pm in London, or in
 * an hour when that is later.
 * @returns null for any other value
 */
export function resolveSnooze(value = '', now = Date.now()): string | null {
  const dayOf = (at: number) => toLondonInput(at).slice(0, 'YYYY-MM-DD'.length);
  const inAnHour = now + HOUR_MS;
  if (value === 'hour') return isoTime(inAnHour);
  if (value === 'evening') {
    const atSix = fromLondonInput(`${dayOf(now)}T18:00`) as string;
    return isoTime(Math.max(Date.parse(atSix), inAnHour));
  }
  if (value !== 'morning') return null;
  // From noon, so that a day of 23 or 25 hours does not matter.
  return fromLondonInput(`${dayOf(Date.parse(`${dayOf(now)}T12:00Z`) + 24 * HOUR_MS)}T09:00`);
}
