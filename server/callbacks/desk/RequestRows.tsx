import { CONFIRMATION } from '../deliver/confirmation.ts';
import { londonTime, shortLondonTime } from '../london-time.ts';
import { describePhoneNumber } from '../phone-number.ts';
import { OUTCOME_LABELS, type StoredCallback } from '../store/stored-callback.ts';
import { deskPath, type ListQuery } from './views.ts';

/** Lists requests, each in two lines on a phone. */
export function RequestRows(props: { requests: readonly StoredCallback[]; query: ListQuery }) {
  const { requests, query } = props;
  const rows = requests.map((request) => {
    const { id, receivedAt, fields, handling, isRepeated } = request;
    const { name, mobile, message } = fields;
    const { href, text, remark } = describePhoneNumber(mobile);
    return (
      <li key={id} id={id} className="row">
        <a className="row__name" href={deskPath(`/callbacks/${id}`, query)}>
          {name}
        </a>
        <p className="row__at fine">
          <time dateTime={receivedAt} title={londonTime(receivedAt)}>
            {shortLondonTime(receivedAt)}
          </time>
          {isRepeated && <strong className="row__mark">Asked before</strong>}
        </p>
        <a className="row__number num" href={href} aria-label={href && `Call ${name} on ${text}`}>
          {text}
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
  const { handling, status, deliveries, openBy, callAgainAt } = request;
  const { outcome } = handling;
  if (openBy && status !== 'called') return ['later', `With ${openBy}`];
  if (callAgainAt && status === 'due') return ['due', 'Call again now'];
  if (callAgainAt) return ['later', `Call again ${shortLondonTime(callAgainAt)}`];
  if (outcome) return ['done', OUTCOME_LABELS[outcome]];
  // Deliveries to staff only: the caller's own confirmation reaches none of them.
  const states = deliveries
    .filter(({ channel }) => channel !== CONFIRMATION)
    .map(({ state }) => state);
  if (states.includes('failed') && !states.includes('delivered'))
    return ['failed', 'No alert sent'];
  return status === 'suspected' ? ['later', 'Possible spam'] : ['new', 'New'];
}
