import { ACCIDENT_STEPS } from '../../../shared/content/accident-steps.ts';
import { capitalize } from '../../../shared/site/claims.ts';
import type { Company } from '../../../shared/site/company.ts';
import type { WeeklyCount } from '../../database/weekly-counts.ts';
import { CountsTable } from './CountsTable.tsx';
import { type FirstCall, FirstCalls } from './FirstCalls.tsx';

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
        <CountsTable
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
        <CountsTable
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
