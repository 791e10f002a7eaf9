import { ACCIDENT_STEPS } from '../../../shared/content/accident-steps.ts';
import type { Company } from '../../../shared/site/company.ts';
import type { WeeklyCount } from '../store/weekly-counts.ts';
import { Table, WeeklyBars } from './Table.tsx';

/** The counted actions that a row adds up, with their name for staff. */
interface ActionRow {
  label: string;
  whats: readonly string[];
}

const GROUPS: readonly { heading: string; rows: (company: Company) => ActionRow[] }[] = [
  { heading: 'Numbers tapped', rows: phoneRows },
  {
    heading: 'Callback forms',
    rows: () => [
      { label: 'Started', whats: ['form-begun'] },
      { label: 'Sent', whats: ['form-sent'] },
    ],
  },
  {
    heading: 'Steps ticked at the roadside',
    rows: () =>
      ACCIDENT_STEPS.map(({ id, heading }) => ({ label: heading, whats: [`step ${id}`] })),
  },
];

/** Lists the numbers that the company has, and those of the emergency services. */
function phoneRows({ phone, phone24h, whatsapp }: Company): ActionRow[] {
  const own =
    phone === phone24h
      ? [{ label: 'Our number', whats: ['call main', 'call helpline'] }]
      : [
          { label: 'Helpline', whats: ['call helpline'] },
          { label: 'Main line', whats: ['call main'] },
        ];
  const chat = whatsapp ? [{ label: 'WhatsApp', whats: ['call whatsapp'] }] : [];
  const others = ['999', '101'].map((number) => ({ label: number, whats: [`call ${number}`] }));
  return [...own, ...chat, ...others, { label: 'Other numbers', whats: ['call other'] }];
}

/** Shows what visitors did in each week, by kind. */
export function ActionTables(props: {
  weeks: readonly string[];
  actions: readonly WeeklyCount[];
  company: Company;
}) {
  const { weeks, actions, company } = props;
  return GROUPS.map(({ heading, rows }) => (
    <ActionTable
      key={heading}
      heading={heading}
      rows={rows(company)}
      weeks={weeks}
      actions={actions}
    />
  ));
}

function ActionTable(props: {
  heading: string;
  rows: readonly ActionRow[];
  weeks: readonly string[];
  actions: readonly WeeklyCount[];
}) {
  const { heading, weeks, actions } = props;
  const rows = props.rows.map(({ label, whats }) => {
    const wanted = actions.filter(({ what }) => whats.includes(what));
    const many = weeks.map((week) => sumOf(wanted.filter((action) => action.week === week)));
    return [label, <WeeklyBars key={label} counts={many} />, many.at(-2), many.at(-1)];
  });
  const columns = ['', `${weeks.length} weeks`, 'Last week', 'This week'];
  return <Table heading={heading} columns={columns} rows={rows} />;
}

export const sumOf = (counts: readonly WeeklyCount[]) =>
  counts.reduce((total, { many }) => total + many, 0);
