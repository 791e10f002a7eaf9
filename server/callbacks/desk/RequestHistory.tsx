import { channelLabel } from '../deliver/create-channels.ts';
import { londonTime, shortLondonTime } from '../london-time.ts';
import type { History } from '../store/desk-queries.ts';
import {
  type Delivery,
  OUTCOME_LABELS,
  outcomeLabel,
  type StoredCallback,
} from '../store/stored-callback.ts';
import { State } from './RequestRows.tsx';
import { deskPath, type ListQuery } from './views.ts';

/** Lists the calls to a caller and their earlier requests, then what became of this request. */
export function RequestHistory(props: {
  request: StoredCallback;
  history: History;
  query: ListQuery;
}) {
  const { request, history, query } = props;
  const { callCount, calls, earlierCount, previousRequests } = history;
  const unlisted = earlierCount - previousRequests.length;
  return (
    <>
      <h2 className="h3">
        {callCount === 0 ? 'Not called yet' : `Called ${describeTimes(callCount)}`}
      </h2>
      {calls.length + previousRequests.length > 0 && (
        <ul className="lines fine">
          {calls.map(({ outcome, by, at }) => (
            <li key={at}>
              {OUTCOME_LABELS[outcome]}: {by || 'someone'}, {shortLondonTime(at)}
            </li>
          ))}
          {previousRequests.map((earlier) => (
            <li key={earlier.id}>
              <a href={deskPath(`/callbacks/${earlier.id}`, query)}>Earlier request</a>,{' '}
              {londonTime(earlier.receivedAt)} <State request={earlier} />
            </li>
          ))}
          {unlisted > 0 && <li>{unlisted} more earlier: search for the number or email address</li>}
        </ul>
      )}
      <ul className="lines fine">
        <li>Received {londonTime(request.receivedAt)}</li>
        <LastChange request={request} />
        {request.deliveries.map((delivery) => (
          <li key={delivery.channel}>
            {`${channelLabel(delivery.channel)}: ${describeDelivery(delivery)}`}
          </li>
        ))}
      </ul>
    </>
  );
}

const describeTimes = (count: number) => ['once', 'twice'][count - 1] ?? `${count} times`;

/** Shows the last change, and the values before it. */
function LastChange({ request }: { request: StoredCallback }) {
  const { handling, former, changedBy, changedAt } = request;
  if (!changedAt || !former) return null;
  const before = [
    former.outcome !== handling.outcome && outcomeLabel(former.outcome),
    former.note !== handling.note && (former.note ? `note “${former.note}”` : 'no note'),
    former.ringAgainAt !== handling.ringAgainAt &&
      (former.ringAgainAt
        ? `call again ${londonTime(former.ringAgainAt)}`
        : 'no time to call again'),
  ].filter(Boolean);
  return (
    <>
      <li>
        Last changed by {changedBy || 'someone'}, {londonTime(changedAt)}
      </li>
      {before.length > 0 && <li>Before that: {before.join('; ')}</li>}
    </>
  );
}

function describeDelivery({ state, attempts, at, reason }: Delivery): string {
  const why = reason ? ` (${reason})` : '';
  if (state === 'delivered')
    return `${reason ? 'not sent' : 'sent'} ${at ? londonTime(at) : ''}${why}`;
  if (state === 'failed') return `failed${why}`;
  const isInFlight = attempts > 0 && at === null;
  const failures = isInFlight ? attempts - 1 : attempts;
  const words = isInFlight ? 'sending now' : 'not sent yet';
  return failures === 0 ? words : `${words}, tried ${describeTimes(failures)}${why}`;
}
