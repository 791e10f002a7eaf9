import type { ReactNode } from 'react';
import { ACCIDENT_STEPS } from '../../../shared/content/accident-steps.ts';
import { capitalize } from '../../../shared/site/claims.ts';
import type { Company } from '../../../shared/site/company.ts';
import { startOfWeek, type WeeklyCount } from '../../database/weekly-counts.ts';
import { callbackDeadline } from '../callback-promise.ts';

interface Group {
  heading: string;
  /** The counted events, with their names for staff. */
  rows: readonly { what: string; label: string }[];
}

const GROUPS: readonly Group[] = [
  {
    heading: 'Numbers tapped',
    rows: [
      { what: 'call helpline', label: '24-hour helpline' },
      { what: 'call main', label: 'Main line' },
      { what: 'call whatsapp', label: 'WhatsApp' },
      { what: 'call 999', label: '999' },
      { what: 'call 101', label: '101' },
      { what: 'call other', label: 'Other numbers' },
    ],
  },
  {
    heading: 'Callback forms',
    rows: [
      { what: 'form-begun', label: 'Started' },
      { what: 'form-sent', label: 'Sent' },
    ],
  },
  {
    heading: 'Steps ticked at the roadside',
    rows: ACCIDENT_STEPS.map(({ id, heading }) => ({ what: `step ${id}`, label: heading })),
  },
];

const COLUMNS_OF_PAGES = [
  { heading: 'Calls', counted: ['call helpline', 'call main', 'call whatsapp'] },
  { heading: 'Forms started', counted: ['form-begun'] },
  { heading: 'Forms sent', counted: ['form-sent'] },
];

/** The times of a request and of its first saved outcome, ISO 8601. */
interface FirstCall {
  receivedAt: string;
  calledAt: string | null;
}

/**
 * Shows what visitors did on the site, by week and by page, and how soon staff called them.
 * @param props.weeks Mondays, oldest first; the last is this week's
 * @param props.sampleRate the share of visits that are counted
 */
export function CountsPage(shown: {
  weeks: readonly string[];
  counts: readonly WeeklyCount[];
  share: number;
  requests: readonly FirstCall[];
  company: Company;
}) {
  const { weeks, counts, share, requests, company } = shown;
  const sum = (isWanted: (count: WeeklyCount) => boolean) =>
    counts.filter(isWanted).reduce((total, { many }) => total + many, 0);
  const pages = [...new Set(counts.map(({ page }) => page))].toSorted();
  return (
    <>
      <div className="apart">
        <h1 className="h2">Calls and forms by week</h1>
        <p className="fine">
          {share === 0
            ? 'Counting is switched off (VITALS_SAMPLE_RATE is 0).'
            : `Counted without cookies${share < 1 ? `, for ${share * 100}% of visits` : ''}. Visitors who opted out are not counted, so the real numbers are higher.`}
        </p>
      </div>
      {GROUPS.map(({ heading, rows }) => (
        <Table
          key={heading}
          heading={heading}
          rows={[
            ['', `${weeks.length} weeks`, 'Last week', 'This week'],
            ...rows.map(({ what, label }) => {
              const many = weeks.map((week) =>
                sum((count) => count.week === week && count.what === what),
              );
              return [label, <WeeklyBars key={what} counts={many} />, many.at(-2), many.at(-1)];
            }),
          ]}
        />
      ))}
      {pages.length > 0 && (
        <Table
          heading={`By page, in ${weeks.length} weeks`}
          rows={[
            ['', ...COLUMNS_OF_PAGES.map(({ heading }) => heading)],
            ...pages.map((page) => [
              capitalize(page.replaceAll('-', ' ')),
              ...COLUMNS_OF_PAGES.map(({ counted }) =>
                sum((count) => count.page === page && counted.includes(count.what)),
              ),
            ]),
          ]}
        />
      )}
      {requests.length > 0 && <FirstCalls weeks={weeks} requests={requests} company={company} />}
      <p>
        <a href="/callbacks">Back to the list</a>
      </p>
    </>
  );
}

/**
 * Shows how soon staff called: for the requests of each week, the time until their first saved
 * outcome.
 */
function FirstCalls(shown: {
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
      <Table
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

/** A table whose first row and first column are headings. */
function Table({ heading, rows }: { heading: string; rows: readonly (readonly ReactNode[])[] }) {
  return (
    <table className="counts">
      <caption className="h3">{heading}</caption>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => {
              if ((row === 0) === (column === 0)) return <td key={column}>{cell}</td>;
              return (
                <th key={column} scope={row === 0 ? 'col' : 'row'}>
                  {cell}
                </th>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const HEIGHT = 28;

/** A bar chart with a bar for each week. A week without any has a line. */
function WeeklyBars({ counts }: { counts: readonly number[] }) {
  const scale = (HEIGHT - 2) / Math.max(1, ...counts);
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${counts.length * 9 - 2} ${HEIGHT}`}
      role="img"
      aria-label={`By week: ${counts.join(', ')}`}
    >
      {counts.map((count, week) => {
        const height = 2 + count * scale;
        return <rect key={week} x={week * 9} y={HEIGHT - height} width="7" height={height} />;
      })}
    </svg>
  );
}
