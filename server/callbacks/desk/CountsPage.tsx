import { ACCIDENT_STEPS } from '../../../shared/content/accident-steps.ts';
import type { WeeklyCount } from '../../database/weekly-counts.ts';

interface Counted {
  /** Mondays, oldest first; the last is this week's. */
  weeks: readonly string[];
  counts: readonly WeeklyCount[];
}

/** What is counted, as staff know it. */
const GROUPS: readonly {
  heading: string;
  rows: readonly (readonly [what: string, as: string])[];
}[] = [
  {
    heading: 'Numbers tapped',
    rows: [
      ['call helpline', '24-hour helpline'],
      ['call main', 'Main number'],
      ['call 999', '999'],
      ['call 101', '101'],
      ['call other', 'Other numbers'],
    ],
  },
  {
    heading: 'Callback forms',
    rows: [
      ['form-begun', 'Begun'],
      ['form-sent', 'Sent'],
    ],
  },
  {
    heading: 'Steps ticked at the roadside',
    rows: ACCIDENT_STEPS.map(({ id, heading }) => [`step ${id}`, heading] as const),
  },
];

const COLUMNS = [
  ['Calls', /^call (helpline|main)$/],
  ['Forms begun', /^form-begun$/],
  ['Forms sent', /^form-sent$/],
] as const;

const sum = (counts: readonly WeeklyCount[], isWanted: (count: WeeklyCount) => boolean) =>
  counts.reduce((total, count) => total + (isWanted(count) ? count.many : 0), 0);

/** What visitors did on the site, by week and by page. @param share of visits that are counted */
export function CountsPage({ weeks, counts, share }: Counted & { share: number }) {
  const pages = [...new Set(counts.map(({ page }) => page))].toSorted();
  return (
    <>
      <div className="desk__title">
        <h1 className="h2">Calls and forms by week</h1>
        <p className="fine">
          {share === 0
            ? 'Nothing is counted: VITALS_SAMPLE_RATE is 0.'
            : `Counted without cookies, ${share < 1 ? `for ${share * 100}% of visits, ` : ''}and not for those who object: the true numbers are higher.`}
        </p>
      </div>
      {GROUPS.map(({ heading, rows }) => (
        <table key={heading} className="counts counts--weeks">
          <caption className="h3">{heading}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{weeks.length} weeks</th>
              <th scope="col">Last</th>
              <th scope="col">This</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([what, as]) => {
              const many = weeks.map((week) =>
                sum(counts, (count) => count.week === week && count.what === what),
              );
              return (
                <tr key={what}>
                  <th scope="row">{as}</th>
                  <td>
                    <Bars many={many} />
                  </td>
                  <td className="num">{many.at(-2)}</td>
                  <td className="num">{many.at(-1)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ))}
      {pages.length > 0 && (
        <table className="counts">
          <caption className="h3">By page, in {weeks.length} weeks</caption>
          <thead>
            <tr>
              <td />
              {COLUMNS.map(([heading]) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pages.map((page) => (
              <tr key={page}>
                <th scope="row">
                  {page.charAt(0).toUpperCase() + page.slice(1).replaceAll('-', ' ')}
                </th>
                {COLUMNS.map(([heading, wanted]) => (
                  <td key={heading} className="num">
                    {sum(counts, (count) => count.page === page && wanted.test(count.what))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        <a href="/callbacks">Back to the list</a>
      </p>
    </>
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
