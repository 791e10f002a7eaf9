import type { ReactNode } from 'react';
import { ACCIDENT_STEPS } from '../../../shared/content/accident-steps.ts';
import { capital } from '../../../shared/site/claims.ts';
import type { WeeklyCount } from '../../database/counts.ts';

type Rows = readonly (readonly [what: string, as: string])[];

/** What is counted, as staff know it. */
const GROUPS: Record<string, Rows> = {
  'Numbers tapped': [
    ['call helpline', '24-hour helpline'],
    ['call main', 'Main number'],
    ['call 999', '999'],
    ['call 101', '101'],
    ['call other', 'Other numbers'],
  ],
  'Callback forms': [
    ['form-begun', 'Begun'],
    ['form-sent', 'Sent'],
  ],
  'Steps ticked at the roadside': ACCIDENT_STEPS.map(({ id, heading }) => [`step ${id}`, heading]),
};

const OF_PAGES = [
  ['Calls', /^call (helpline|main)$/],
  ['Forms begun', /^form-begun$/],
  ['Forms sent', /^form-sent$/],
] as const;

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
      {Object.entries(GROUPS).map(([heading, rows]) => (
        <Table
          key={heading}
          heading={heading}
          rows={[
            ['', `${weeks.length} weeks`, 'Last', 'This'],
            ...rows.map(([what, as]) => {
              const many = weeks.map((week) =>
                sum((count) => count.week === week && count.what === what),
              );
              return [as, <Bars key={as} many={many} />, many.at(-2), many.at(-1)];
            }),
          ]}
        />
      ))}
      {pages.length > 0 && (
        <Table
          heading={`By page, in ${weeks.length} weeks`}
          rows={[
            ['', ...OF_PAGES.map(([heading]) => heading)],
            ...pages.map((page) => [
              capital(page.replaceAll('-', ' ')),
              ...OF_PAGES.map(([, wanted]) =>
                sum((count) => count.page === page && wanted.test(count.what)),
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
