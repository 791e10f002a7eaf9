import { londonTime, shortLondonTime } from '../london-time.ts';
import type { History } from '../store/desk-queries.ts';
import { OUTCOME_LABELS } from '../store/stored-callback.ts';
import { State } from './RequestRows.tsx';
import { deskPath, type ListQuery } from './views.ts';

/** Lists the calls to a caller, and their earlier requests. */
export function CallerHistory({ history, query }: { history: History; query: ListQuery }) {
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
          {previousRequests.map((request) => (
            <li key={request.id}>
              <a href={deskPath(`/callbacks/${request.id}`, query)}>Earlier request</a>,{' '}
              {londonTime(request.receivedAt)} <State request={request} />
            </li>
          ))}
          {unlisted > 0 && <li>{unlisted} more earlier: search for the number or email address</li>}
        </ul>
      )}
    </>
  );
}

const describeTimes = (count: number) => ['never', 'once', 'twice'][count] ?? `${count} times`;
