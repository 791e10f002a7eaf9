import type { Company } from '../../../shared/site/company.ts';
import { startOfWeek } from '../../database/weekly-counts.ts';
import { callbackDeadline } from '../callback-promise.ts';
import { CountsTable } from './CountsTable.tsx';

/** The times of a request and of its first saved outcome, ISO 8601. */
export interface FirstCall {
  receivedAt: string;
  calledAt: string | null;
}

/**
 * Shows how soon staff called: for the requests of each week, the time until their first saved
 * outcome.
 */
export function FirstCalls(shown: {
  weeks: readonly string[];
  requests: readonly FirstCall[];
  company: Company;
}) {
  const { weeks, requests, company } = shown;
  const { callbackWithin } = company;
  const byWeek = Map.groupBy(requests, ({ receivedAt }) => startOfWeek(Date.parse(receivedAt)));
  const rows = weeks.toReversed().flatMap((week) => {
    const ofWeek = byWeek.get(week);
    if (!ofWeek) return [];
    const waits = ofWeek.flatMap(({ receivedAt, calledAt }) =>
      calledAt ? [Date.parse(calledAt) - Date.parse(receivedAt)] : [],
    );
    const cells = [dayOfYear(week), ofWeek.length, waits.length, formatDuration(median(waits))];
    if (callbackWithin) cells.push(shareInTime(ofWeek, { ...company, callbackWithin }));
    return [cells];
  });
  const headings = ['Week from', 'Requests', 'Called', 'Median time'];
  return (
    <section>
      <CountsTable
        heading="Time to the first call"
        rows={[callbackWithin ? [...headings, `Within ${callbackWithin}`] : headings, ...rows]}
      />
      <p className="fine">
        From the request to the first saved outcome, by the clock. Possible spam is not counted.
        {callbackWithin &&
          ` A request that comes too late in the day is in time within ${callbackWithin} of opening.`}
      </p>
    </section>
  );
}

/**
 * Returns the share of requests that were called in the promised time, among those whose time is
 * up.
 */
function shareInTime(
  requests: readonly FirstCall[],
  company: Company & { callbackWithin: string },
  now = Date.now(),
): string {
  const inTime = requests.flatMap(({ receivedAt, calledAt }) => {
    const deadline = callbackDeadline(company, Date.parse(receivedAt));
    if (calledAt) return [Date.parse(calledAt) <= deadline];
    return deadline < now ? [false] : [];
  });
  if (inTime.length === 0) return '–';
  return `${Math.round((100 * inTime.filter(Boolean).length) / inTime.length)}%`;
}

/** Returns the median; null for no values. */
function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low as number) + (high as number)) / 2;
}

/**
 * Formats milliseconds for people: `12 min`, `2 h 5 min`, `1 day 3 h`. No line breaks between a
 * number and its unit.
 */
function formatDuration(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  const minutes = Math.max(0, Math.round(milliseconds / 60_000));
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (hours === 0) return `${minutes}\u00a0min`;
  if (days === 0) return `${hours}\u00a0h ${minutes % 60}\u00a0min`;
  return `${days}\u00a0${days === 1 ? 'day' : 'days'} ${hours % 24}\u00a0h`;
}

/** Formats `2026-11-16` as `16 Nov`. */
const dayOfYear = (date: string) =>
  new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
