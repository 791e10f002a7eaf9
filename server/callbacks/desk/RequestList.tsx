import { CONFIRMATION } from '../channels/confirmation.ts';
import { londonTime, shortLondonTime } from '../london-time.ts';
import { remarkOn, telHref } from '../phone-number.ts';
import { OUTCOME_LABELS, type StoredCallback } from '../store/stored-callback.ts';
import { deskPath, type ListQuery } from './list-query.ts';

interface Rows {
  requests: readonly StoredCallback[];
  /** The ids of requests whose caller had asked before. */
  repeated: ReadonlySet<string>;
  query: ListQuery;
}

export interface RequestListProps extends Rows {
  /** The id of the last request on this page; null when there are no more. */
  last: string | null;
}

/** Lists requests, each in two lines on a phone. */
export function RequestList({ requests, repeated, query }: Rows) {
  const rows = requests.map((request) => {
    const { id, receivedAt, fields, handling } = request;
    const { name, mobile, message } = fields;
    const link = telHref(mobile);
    const remark = remarkOn(mobile);
    return (
      <li key={id} id={id} className="row">
        <a className="row__name" href={deskPath(`/callbacks/${id}`, query)}>
          {name}
        </a>
        <p className="row__at fine">
          <time dateTime={receivedAt} title={londonTime(receivedAt)}>
            {shortLondonTime(receivedAt)}
          </time>
          {repeated.has(id) && <strong className="row__mark">Asked before</strong>}
        </p>
        <a className="row__number num" href={link} aria-label={link && `Call ${name} on ${mobile}`}>
          {mobile}
        </a>
        {remark && <small className="row__remark">{remark}</small>}
        <p className="row__said fine">{handling.note || message}</p>
        <p className="row__state">
          <State request={request} />
          <small>{describeLastChange(request)}</small>
        </p>
      </li>
    );
  });
  return <ul className="rows">{rows}</ul>;
}

/** The element that has the focus as a list opens: one Tab leads to the first name. */
export function ListStart() {
  return (
    // Fixed, so that the focus never scrolls a list that refreshes itself.
    // biome-ignore lint: staff come to a list for its names
    <span className="vh list-start" tabIndex={-1} autoFocus>
      The list begins here
    </span>
  );
}

/** Describes the last change: the person and the time. Returns null before the first. */
export const describeLastChange = ({ changedBy, changedAt }: StoredCallback) =>
  changedAt && `${changedBy || 'someone'}, ${shortLondonTime(changedAt)}`;

export function State({ request }: { request: StoredCallback }) {
  const [kind, text] = describeState(request);
  return <strong className={`state state--${kind}`}>{text}</strong>;
}

function describeState(request: StoredCallback): [kind: string, text: string] {
  const { handling, standing, deliveries, openBy, callAgainAt } = request;
  const { outcome } = handling;
  if (openBy && standing !== 'rung') return ['later', `With ${openBy}`];
  if (callAgainAt && standing === 'toring') return ['due', 'Call again now'];
  if (callAgainAt) return ['later', `Call again ${shortLondonTime(callAgainAt)}`];
  if (outcome) return ['done', OUTCOME_LABELS[outcome]];
  // Deliveries to staff only: the caller's own confirmation reaches none of them.
  const states = deliveries
    .filter(({ channel }) => channel !== CONFIRMATION)
    .map(({ state }) => state);
  if (states.includes('failed') && !states.includes('delivered'))
    return ['failed', 'No alert sent'];
  return standing === 'suspected' ? ['later', 'Possible spam'] : ['new', 'New'];
}
