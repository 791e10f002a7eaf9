import type { ReactNode } from 'react';
import { CONFIRMATION } from '../channels/confirmation.ts';
import { londonTime, shortLondonTime } from '../london-time.ts';
import { remarkOn, telHref } from '../phone-number.ts';
import { OUTCOME_LABELS, type StoredCallback } from '../store/stored-callback.ts';
import { deskPath, type ListQuery, VIEWS } from './list-query.ts';

interface Rows {
  requests: readonly StoredCallback[];
  /** The ids of requests whose caller had asked before. */
  repeated: ReadonlySet<string>;
  query: ListQuery;
}

interface RequestListProps extends Rows {
  /** The id of the last request on this page; null when there are no more. */
  last: string | null;
}

/** Lists requests, each in two lines on a phone. */
function RequestList({ requests, repeated, query }: Rows) {
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
function ListStart() {
  return (
    // Fixed, so that the focus never scrolls a list that refreshes itself.
    // biome-ignore lint: staff come to a list for its names
    <span className="vh list-start" tabIndex={-1} autoFocus>
      The list begins here
    </span>
  );
}

/** Describes the last change: the person and the time. Returns null before the first. */
const describeLastChange = ({ changedBy, changedAt }: StoredCallback) =>
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

/**
 * Reports the last change, with a button that undoes it. A deleted request is null and has no such
 * button.
 */
export function ChangeNotice({ done, query }: { done?: StoredCallback | null; query: ListQuery }) {
  if (done === undefined) return null;
  return (
    <div className="notice apart" role="status">
      {done === null ? (
        <p>The request has been deleted.</p>
      ) : (
        <>
          <p>
            <strong>{done.fields.name}</strong>: <State request={done} /> saved by{' '}
            {describeLastChange(done)}
          </p>
          <Undo request={done} query={query} />
        </>
      )}
    </div>
  );
}

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

/** The form of an action on a request, with the version that the page shows. */
export function ActionForm(form: {
  request: StoredCallback;
  query: ListQuery;
  action?: string;
  className?: string;
  children: ReactNode;
}) {
  const { request, query, action = '', className, children } = form;
  const { id, version } = request;
  const address = deskPath(`/callbacks/${id}${action}`, query);
  return (
    <form method="post" action={address} className={className}>
      <input type="hidden" name="version" value={version} />
      {children}
    </form>
  );
}

/** The button that undoes the last change, if there was one. */
export function Undo({ request, query }: { request: StoredCallback; query: ListQuery }) {
  if (!request.former) return null;
  return (
    <ActionForm request={request} query={query} action="/undo">
      <button type="submit" className="btn btn--line">
        Undo<span className="vh"> the last change to {request.fields.name}’s request</span>
      </button>
    </ActionForm>
  );
}

/** Shows the search form and the requests found in all lists; null before a search. */
export function FindPage({ search, found }: { search: string; found: RequestListProps | null }) {
  const hasFound = found !== null && found.requests.length > 0;
  return (
    <>
      <h1 className="h2">{found ? `Results for “${search}”` : 'Search'}</h1>
      <form method="post" action="/callbacks/find" className="find" role="search">
        <div className="field">
          <label htmlFor="q">Search by part of a name, number, email address or note</label>
          <input
            id="q"
            name="q"
            type="search"
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the field is what the page is opened for
            autoFocus={!hasFound}
            required
            defaultValue={search}
          />
        </div>
        <button type="submit" className="btn btn--primary">
          Search
        </button>
      </form>
      {hasFound && (
        <>
          <ListStart />
          <RequestList {...found} />
        </>
      )}
      {found && !hasFound && (
        <p className="lead" role="status">
          Nothing found for “{search}”. The search looks at names, numbers, email addresses and
          notes.
        </p>
      )}
      {found?.last && (
        <form method="post" action="/callbacks/find">
          <input type="hidden" name="q" value={search} />
          <button type="submit" className="btn btn--line" name="after" value={found.last}>
            Next page
          </button>
        </form>
      )}
    </>
  );
}
