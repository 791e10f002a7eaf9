import { pipeline } from 'node:stream/promises';
import type { Express } from 'express';
import { toCsv } from '../export-callbacks.ts';
import type { ListPart } from '../store/desk-queries.ts';
import { OUTCOME_LABELS, OUTCOMES, type StoredCallback } from '../store/stored-callback.ts';
import { ChangeNotice } from './ActionForm.tsx';
import type { DeskDeps } from './page-sender.tsx';
import { ListStart, RequestRows } from './RequestRows.tsx';
import { deskPath, LISTS, type ListQuery, parseListQuery } from './views.ts';

const PAGE_SIZE = 50;
/** The interval at which a browser reloads a list, in seconds. */
const REFRESH_SECONDS = 30;

/** Registers the lists of the desk, and the download of all requests as CSV. */
export function registerListPage(desk: Express, deps: DeskDeps): void {
  const { store, send, log } = deps;

  desk.get('/callbacks', async (request, response) => {
    const query = parseListQuery(request.query);
    const { list, changedId, isPaused } = query;
    const { order, label: title } = LISTS[list];
    const status = list === 'all' ? undefined : list;
    const found = await store.desk.list({ ...query, status, order, length: PAGE_SIZE });
    const { page, frame } = found;
    // Requests to call later stand below those that are due, so only on the last page of these.
    const later = list === 'due' && !page.hasMore ? found.later : null;
    if (!isPaused) response.set('Refresh', String(REFRESH_SECONDS));
    const changed = changedId ? found.changed : undefined;
    const children = <ListPage query={query} page={page} later={later} changed={changed} />;
    const requests = [...page.requests, ...(later?.requests ?? [])];
    send(response, { title, list, frame, requests, children });
  });

  desk.get('/callbacks.csv', async (_request, response) => {
    log.info({ by: response.locals.by }, 'all callback requests downloaded at the desk');
    response.attachment('callback-requests.csv').type('text/csv');
    // A list that breaks off must not look complete, so `pipeline` destroys the connection.
    await pipeline(toCsv(store.list()), response).catch((error) => {
      if (!response.closed) log.error({ err: error }, 'a CSV download was cut off');
    });
  });
}

/**
 * Shows one page of a list.
 * @param props.later requests to call later, on the page that shows them
 * @param props.changed the request that was changed a moment ago; null when it was deleted
 */
function ListPage(props: {
  query: ListQuery;
  page: ListPart;
  later: ListPart | null;
  changed: StoredCallback | null | undefined;
}) {
  const { query, page, later, changed } = props;
  const { label, order, empty } = LISTS[query.list];
  const { changedId: _, after, ...rest } = query;
  const { isPaused = false } = query;
  const hasLater = later !== null && later.requests.length > 0;
  const last = page.requests.at(-1);
  return (
    <>
      <ChangeNotice changed={changed} query={query} />
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
      {query.list === 'all' && <OutcomeFilter query={rest} />}
      {(last || hasLater) && <ListStart />}
      {last ? (
        <RequestRows requests={page.requests} query={query} />
      ) : (
        <p className="lead">{query.outcome ? 'No requests with this outcome.' : empty}</p>
      )}
      {hasLater && (
        <section className="later" aria-labelledby="later">
          <h2 id="later" className="h3">
            Later
          </h2>
          <RequestRows requests={later.requests} query={query} />
          {later.hasMore && <p className="fine">The list of all requests has the others.</p>}
        </section>
      )}
      <p className="actions">
        {after && <a href={deskPath('/callbacks', rest)}>Back to the first page</a>}
        {page.hasMore && (
          <a href={deskPath('/callbacks', { ...rest, after: last?.id })}>Next page</a>
        )}
        <a href="/callbacks/counts">The week at a glance</a>
        <a href="/callbacks.csv">Download all requests (CSV)</a>
      </p>
    </>
  );
}

/** Links to the list of all requests with each outcome. */
function OutcomeFilter({ query }: { query: ListQuery }) {
  return (
    <nav aria-label="Outcomes">
      <ul className="filters fine">
        {[undefined, ...OUTCOMES].map((outcome) => (
          <li key={outcome ?? ''}>
            <a
              href={deskPath('/callbacks', { ...query, outcome })}
              aria-current={outcome === query.outcome ? 'true' : undefined}
            >
              {outcome ? OUTCOME_LABELS[outcome] : 'Any outcome'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
