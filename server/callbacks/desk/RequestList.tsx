import { dialLink, londonTime, OUTCOME_WORDS, shortLondonTime } from '../staff-words.ts';
import type { StoredCallback } from '../store.ts';
import { deskAddress, type ListQuery, VIEWS } from './list-query.ts';

/** A list of requests, each in two lines on a phone. */
export function RequestList({
  requests,
  query,
}: {
  requests: readonly StoredCallback[];
  query: ListQuery;
}) {
  return (
    <ul className="rows">
      {requests.map((request) => (
        <li key={request.id} id={request.id} className="row">
          <Row request={request} query={query} />
        </li>
      ))}
    </ul>
  );
}

function Row({ request, query }: { request: StoredCallback; query: ListQuery }) {
  const { id, receivedAt, fields, changedBy, changedAt } = request;
  const link = dialLink(fields.mobile);
  return (
    <>
      <a className="row__name" href={deskAddress(`/callbacks/${id}`, query)}>
        {fields.name}
      </a>
      <time className="row__at" dateTime={receivedAt} title={londonTime(receivedAt)}>
        {shortLondonTime(receivedAt)}
      </time>
      {link ? (
        <a
          className="row__number num"
          href={link}
          aria-label={`Ring ${fields.name}, ${fields.mobile}`}
        >
          {fields.mobile}
        </a>
      ) : (
        <span className="row__number">{fields.mobile}</span>
      )}
      <p className="row__said">{request.handling.note || fields.message}</p>
      <p className="row__state">
        <State request={request} />
        {changedAt && (
          <span className="row__by">
            {changedBy || 'somebody'}, {shortLondonTime(changedAt)}
          </span>
        )}
      </p>
    </>
  );
}

/** Where a request stands, in a word or two. */
export function State({ request }: { request: StoredCallback }) {
  const [kind, text] = stateOf(request);
  return <strong className={`state state--${kind}`}>{text}</strong>;
}

function stateOf(request: StoredCallback): [kind: string, text: string] {
  const { handling, standing, deliveries, openBy } = request;
  const { outcome, ringAgainAt } = handling;
  if (openBy && standing !== 'rung') return ['later', `Open: ${openBy}`];
  if (standing === 'toring' && ringAgainAt) return ['due', 'Ring again'];
  if (ringAgainAt) return ['later', `Again ${shortLondonTime(ringAgainAt)}`];
  if (outcome) return ['done', OUTCOME_WORDS[outcome]];
  if (deliveries.some(({ state }) => state === 'failed')) return ['failed', 'Nobody told'];
  return standing === 'suspected' ? ['later', 'Suspected'] : ['new', 'New'];
}

/** The heading of a list, how it is renewed, and where it goes on. */
export function ListPage({
  requests,
  query,
  last,
  done,
}: {
  requests: readonly StoredCallback[];
  query: ListQuery;
  /** Id of the last request on this page, when there are more. */
  last: string | null;
  /** The request that was changed a moment ago. */
  done: StoredCallback | null;
}) {
  const { label, order, empty } = VIEWS[query.view];
  const { done: _, after, ...rest } = query;
  const { still = false } = query;
  return (
    <>
      {done && <Saved request={done} query={query} />}
      <div className="desk__title">
        <h1 className="h2">{label}</h1>
        <p className="fine">
          {order === 'oldest' ? 'Oldest first. ' : 'Newest first. '}
          {still ? 'This list stays as it is. ' : 'Refreshes every 30 seconds. '}
          <a href={deskAddress('/callbacks', { ...query, still: !still })}>
            {still ? 'Refresh it again' : 'Stop that'}
          </a>
        </p>
      </div>
      {requests.length === 0 && <p className="lead none">{empty}</p>}
      <RequestList requests={requests} query={query} />
      <p className="desk__more">
        {after && <a href={deskAddress('/callbacks', rest)}>Back to the first</a>}
        {last && <a href={deskAddress('/callbacks', { ...rest, after: last })}>More requests</a>}
        <a href="/callbacks/counts">Calls and forms by week</a>
        <a href="/callbacks.csv">All of them as a CSV file</a>
      </p>
    </>
  );
}

/** What was saved, with the way back. */
function Saved({ request, query }: { request: StoredCallback; query: ListQuery }) {
  const { id, fields, version, former, changedBy, changedAt } = request;
  return (
    <div className="saved" role="status">
      <p>
        <strong>{fields.name}</strong>: <State request={request} />{' '}
        {changedAt && `saved by ${changedBy || 'somebody'}, ${shortLondonTime(changedAt)}`}
      </p>
      {former && <Undo id={id} version={version} query={query} of={fields.name} />}
    </div>
  );
}

export function Undo({
  id,
  version,
  query,
  of,
}: {
  id: string;
  version: number;
  query: ListQuery;
  of: string;
}) {
  return (
    <form method="post" action={deskAddress(`/callbacks/${id}/undo`, query)}>
      <input type="hidden" name="version" value={version} />
      <button type="submit" className="btn btn--line">
        Undo<span className="vh"> the last change of {of}</span>
      </button>
    </form>
  );
}

/** What a search found, in all lists. */
export function FoundPage({
  search,
  requests,
  last,
}: {
  search: string;
  requests: readonly StoredCallback[];
  /** Id of the last request on this page, when there are more. */
  last: string | null;
}) {
  return (
    <>
      <h1 className="h2">Found: {search}</h1>
      {requests.length === 0 && (
        <p className="lead none">
          No request has {search} in its name, e-mail address or mobile number.
        </p>
      )}
      <RequestList requests={requests} query={{ view: 'toring' }} />
      {last && (
        <form method="post" action="/callbacks" className="desk__more">
          <input type="hidden" name="q" value={search} />
          <button type="submit" className="btn btn--line" name="after" value={last}>
            More requests
          </button>
        </form>
      )}
    </>
  );
}
