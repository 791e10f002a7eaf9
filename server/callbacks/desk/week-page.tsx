import type { Express } from 'express';
import { ACCIDENT_STEPS } from '../../../shared/content/accident-steps.ts';
import { matchPathname } from '../../../shared/routes.ts';
import { capitalize } from '../../../shared/site/claims.ts';
import type { Company } from '../../../shared/site/company.ts';
import { type CallbackSummary, summarize } from '../callback-statistics.ts';
import { describeSource } from '../describe-callback.ts';
import { atLondonTime, formatDay } from '../london-time.ts';
import type { CallbackTimes } from '../store/desk-queries.ts';
import {
  lastWeeks,
  startOfWeek,
  type WeeklyCount,
  type WeeklyCounts,
} from '../store/weekly-counts.ts';
import type { DeskDeps } from './page-sender.tsx';
import { Table, WeeklyBars } from './Table.tsx';

const WEEKS_SHOWN = 12;

/** Registers the page of the weeks: requests, how soon they were called, and what visitors did. */
export function registerWeekPage(
  desk: Express,
  deps: DeskDeps & { weeklyCounts: WeeklyCounts; sampleRate: number },
): void {
  const { store, send, getCompany, weeklyCounts, sampleRate } = deps;
  desk.get('/callbacks/counts', async (_request, response) => {
    const weeks = lastWeeks(WEEKS_SHOWN);
    const [first] = weeks as [string];
    const from = new Date(atLondonTime(first, '00:00'));
    await weeklyCounts.flush();
    const { actions, callbacks, frame } = await store.desk.weeks(first, from);
    const company = getCompany();
    const props = { weeks, actions, callbacks, company, sampleRate };
    send(response, {
      title: 'The week at a glance',
      frame,
      children: <WeekPage {...props} />,
    });
  });
}

interface Props {
  /** Mondays, oldest first; the last is this week's. */
  weeks: readonly string[];
  /** The counts of what visitors did. */
  actions: readonly WeeklyCount[];
  /** Requests that are not flagged as spam, oldest first. */
  callbacks: readonly CallbackTimes[];
  company: Company;
  /** The share of visits that are counted. */
  sampleRate: number;
}

function WeekPage({ weeks, actions, callbacks, company, sampleRate }: Props) {
  const { callbackWithin } = company;
  const counted = { weeks, actions };
  return (
    <>
      <h1 className="h2">The week at a glance</h1>
      <Callbacks weeks={weeks} callbacks={callbacks} company={company} />
      <ByPage weeks={weeks} actions={actions} callbacks={callbacks} />
      <ByCampaign weeks={weeks} callbacks={callbacks} company={company} />
      <VisitorActions heading="Numbers tapped" rows={phoneRows(company)} {...counted} />
      <VisitorActions
        heading="Callback forms"
        rows={[
          ['Started', 'form-begun'],
          ['Sent', 'form-sent'],
        ]}
        {...counted}
      />
      <VisitorActions
        heading="Steps ticked at the roadside"
        rows={ACCIDENT_STEPS.map(({ id, heading }) => [heading, `step ${id}`])}
        {...counted}
      />
      <p className="fine">
        The time to the first call is from the request to the first saved outcome, by the clock.
        Possible spam is not counted.
        {callbackWithin &&
          ` A request that comes too late in the day is in time within ${callbackWithin} of opening.`}{' '}
        {sampleRate === 0
          ? 'Counting of visitors is switched off (VITALS_SAMPLE_RATE is 0).'
          : `Visitors are counted without cookies${sampleRate < 1 ? `, for ${sampleRate * 100}% of visits` : ''}. Those who opted out are not counted, so the real numbers are higher.`}
      </p>
      <p>
        <a href="/callbacks">Back to the list</a>
      </p>
    </>
  );
}

/** Shows the requests of each week, newest first, with what became of them. */
function Callbacks({ weeks, callbacks, company }: Pick<Props, 'weeks' | 'callbacks' | 'company'>) {
  if (callbacks.length === 0) return <p className="lead">No requests in {weeks.length} weeks.</p>;
  const byWeek = Map.groupBy(callbacks, ({ receivedAt }) => startOfWeek(receivedAt));
  const many = weeks.map((week) => byWeek.get(week)?.length ?? 0);
  const rows = weeks.toReversed().flatMap((week) => {
    const ofWeek = byWeek.get(week);
    return ofWeek ? [[formatDay(week), ...summaryCells(summarize(ofWeek, company), company)]] : [];
  });
  return (
    <section>
      <p>
        <WeeklyBars counts={many} what="Requests" />
      </p>
      <Table
        heading="Requests and calls"
        columns={['Week from', ...summaryColumns(company)]}
        rows={rows}
      />
    </section>
  );
}

const summaryColumns = ({ callbackWithin }: Company) => [
  'Requests',
  'Called',
  'Median time',
  ...(callbackWithin ? [`Within ${callbackWithin}`] : []),
  'Still open',
];

function summaryCells(summary: CallbackSummary, { callbackWithin }: Company) {
  const { requests, called, medianMs, inTime, open } = summary;
  const share = inTime === null ? '–' : `${Math.round(100 * inTime)}%`;
  const times = [requests, called, formatDuration(medianMs)];
  return callbackWithin ? [...times, share, open] : [...times, open];
}

/** Shows what became of the requests that each campaign brought; nothing while there are none. */
function ByCampaign({ weeks, callbacks, company }: Pick<Props, 'weeks' | 'callbacks' | 'company'>) {
  const byCampaign = Map.groupBy(callbacks, ({ source }) => source && describeSource(source));
  const rows = [...byCampaign]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([campaign, ofCampaign]) => [
      campaign ?? 'No campaign',
      ...summaryCells(summarize(ofCampaign, company), company),
    ]);
  if (rows.length === 0 || (rows.length === 1 && byCampaign.has(null))) return null;
  const heading = `By campaign, in ${weeks.length} weeks`;
  return <Table heading={heading} columns={['Campaign', ...summaryColumns(company)]} rows={rows} />;
}

/** Shows what visitors did on each page, and the requests that came from it. */
function ByPage({ weeks, actions, callbacks }: Pick<Props, 'weeks' | 'actions' | 'callbacks'>) {
  const requests = Map.groupBy(callbacks, ({ page }): string =>
    page === null ? 'unknown' : matchPathname(page).route.id,
  );
  const pages = new Set([...actions.map(({ page }) => page), ...requests.keys()]);
  const sum = (page: string, ...whats: string[]) =>
    sumOf(actions.filter((action) => action.page === page && whats.includes(action.what)));
  const rows = [...pages]
    .toSorted()
    .map((page) => [
      capitalize(page.replaceAll('-', ' ')),
      sum(page, 'call helpline', 'call main', 'call whatsapp'),
      sum(page, 'form-begun'),
      sum(page, 'form-sent'),
      requests.get(page)?.length ?? 0,
    ]);
  if (rows.length === 0) return null;
  const heading = `By page, in ${weeks.length} weeks`;
  const columns = ['Page', 'Calls', 'Forms started', 'Forms sent', 'Requests'];
  return <Table heading={heading} columns={columns} rows={rows} />;
}

/** A row of what visitors did: its name for staff, and the counted actions that it adds up. */
type ActionRow = readonly [label: string, ...whats: string[]];

/** Lists the numbers that the company has, and those of the emergency services. */
function phoneRows({ phone, phone24h, whatsapp }: Company): ActionRow[] {
  const own: ActionRow[] =
    phone === phone24h
      ? [['Our number', 'call main', 'call helpline']]
      : [
          ['Helpline', 'call helpline'],
          ['Main line', 'call main'],
        ];
  if (whatsapp) own.push(['WhatsApp', 'call whatsapp']);
  return [...own, ['999', 'call 999'], ['101', 'call 101'], ['Other numbers', 'call other']];
}

/** Shows what visitors did in each week. */
function VisitorActions(
  props: Pick<Props, 'weeks' | 'actions'> & { heading: string; rows: readonly ActionRow[] },
) {
  const { heading, weeks, actions } = props;
  const rows = props.rows.map(([label, ...whats]) => {
    const wanted = actions.filter(({ what }) => whats.includes(what));
    const many = weeks.map((week) => sumOf(wanted.filter((action) => action.week === week)));
    return [label, <WeeklyBars key={label} counts={many} />, many.at(-2), many.at(-1)];
  });
  const columns = ['', `${weeks.length} weeks`, 'Last week', 'This week'];
  return <Table heading={heading} columns={columns} rows={rows} />;
}

const sumOf = (counts: readonly WeeklyCount[]) =>
  counts.reduce((total, { many }) => total + many, 0);

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
