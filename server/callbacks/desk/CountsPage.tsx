import type { ReactNode } from 'react';
import { ACCIDENT_STEPS } from '../../../shared/content/accident-steps.ts';
import { capital } from '../../../shared/site/claims.ts';
import type { WeeklyCount } from '../../database/counts.ts';

interface Group {
  heading: string;
  /** What is counted, as staff know it. */
  rows: readonly { what: string; label: string }[];
}

const GROUPS: readonly Group[] = [
  {
    heading: 'Numbers tapped',
    rows: [
      { what: 'call helpline', label: '24-hour helpline' },
      { what: 'call main', label: 'Main number' },
      { what: 'call whatsapp', label: 'WhatsApp' },
      { what: 'call 999', label: '999' },
      { what: 'call 101', label: '101' },
      { what: 'call other', label: 'Other numbers' },
    ],
  },
  {
    heading: 'Callback forms',
    rows: [
      { what: 'form-begun', label: 'Begun' },
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
  { heading: 'Forms begun', counted: ['form-begun'] },
  { heading: 'Forms sent', counted: ['form-sent'] },
];

/**
 * What visitors did on the site, by week and by page.
 * @param weeks Mondays, oldest first; the last is this week's
 * @param share of visits that are counted
 */
export function CountsPage(shown: {
  weeks: readonly string[];
  counts: readonly WeeklyCount[];
  share: number;
}) {
  const { weeks, counts, share } = shown;
  const sum = (isWanted: (count: WeeklyCount) => boolean) =>
    counts.filter(isWanted).reduce((total, { many }) => total + many, 0);
  const pages = [...new Set(counts.map(({ page }) => page))].toSorted();
  return (
    <>
      <div className="apart">
        <h1 className="h2">Calls and forms by week</h1>
        <p className="fine">
          {share === 0
            ? 'Nothing is counted: VITALS_SAMPLE_RATE is 0.'
            : `Counted without cookies, ${share < 1 ? `for ${share * 100}% of visits, ` : ''}and not for those who object: the true numbers are higher.`}
        </p>
      </div>
      {GROUPS.map(({ heading, rows }) => (
        <Table
          key={heading}
          heading={heading}
          rows={[
            ['', `${weeks.length} weeks`, 'Last', 'This'],
            ...rows.map(({ what, label }) => {
              const many = weeks.map((week) =>
                sum((count) => count.week === week && count.what === what),
              );
              return [label, <Bars key={what} many={many} />, many.at(-2), many.at(-1)];
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
              capital(page.replaceAll('-', ' ')),
              ...COLUMNS_OF_PAGES.map(({ counted }) =>
                sum((count) => count.page === page && counted.includes(count.what)),
              ),
            ]),
          ]}
        />
      )}
      <p>
        <a href="/callbacks">Back to the list</a>
      </p>
    </>
  );
}

/** The first row and the first column are headings. */
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

/** A bar for each week; weeks without any have a line. */
function Bars({ many }: { many: readonly number[] }) {
  const scale = (HEIGHT - 2) / Math.max(1, ...many);
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${many.length * 9 - 2} ${HEIGHT}`}
      role="img"
      aria-label={`By week: ${many.join(', ')}`}
    >
      {many.map((count, week) => {
        const height = 2 + count * scale;
        return <rect key={week} x={week * 9} y={HEIGHT - height} width="7" height={height} />;
      })}
    </svg>
  );
}
