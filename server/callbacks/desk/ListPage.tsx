import type { StoredCallback } from '../store/stored-callback.ts';
import { ChangeNotice } from './ActionForm.tsx';
import { deskPath, VIEWS } from './list-query.ts';
import { ListStart, RequestList, type RequestListProps } from './RequestList.tsx';

/**
 * Shows one page of a list.
 * @param props.done the request that was changed a moment ago; null when it was deleted
 * @param props.later requests to call later, as many as fit
 * @param props.hasMoreLater whether there are more of these
 */
export function ListPage(
  shown: RequestListProps & {
    done?: StoredCallback | null;
    later: readonly StoredCallback[];
    hasMoreLater: boolean;
  },
) {
  const { requests, repeated, query, last, done, later, hasMoreLater } = shown;
  const { label, order, empty } = VIEWS[query.view];
  const { changedId: _, after, ...rest } = query;
  const { isPaused = false } = query;
  return (
    <>
      <ChangeNotice done={done} query={query} />
      <div className="apart">
        <h1 className="h2">{label}</h1>
        <p className="fine">
          {order === 'oldest' ? 'Oldest first. ' : 'Newest first. '}
          {isPaused ? 'Not refreshing. ' : 'Refreshes every 30 seconds. '}
          <a href={deskPath('/callbacks', { ...query, isPaused: !isPaused })}>
            {isPaused ? 'Start refreshing' : 'Stop refreshing'}
          </a>
        </p>
      </div>
      {requests.length + later.length > 0 && <ListStart />}
      {requests.length > 0 ? (
        <RequestList requests={requests} repeated={repeated} query={query} />
      ) : (
        <p className="lead">{empty}</p>
      )}
      {later.length > 0 && (
        <section className="later" aria-labelledby="later">
          <h2 id="later" className="h3">
            Later
          </h2>
          <RequestList requests={later} repeated={repeated} query={query} />
          {hasMoreLater && <p className="fine">The list of all requests has the others.</p>}
        </section>
      )}
      <p className="actions">
        {after && <a href={deskPath('/callbacks', rest)}>Back to the first page</a>}
        {last && <a href={deskPath('/callbacks', { ...rest, after: last })}>Next page</a>}
        <a href="/callbacks/counts">Calls and forms by week</a>
        <a href="/callbacks.csv">Download all requests (CSV)</a>
      </p>
    </>
  );
}
