import type { ReactNode } from 'react';
import { CONFIRMATION } from '../channels/confirmation.ts';
import { dialLink } from '../phone-number.ts';
import { londonTime, shortLondonTime } from '../staff-words.ts';
import { dueAgainAt, OUTCOME_WORDS, type StoredCallback } from '../store/schema.ts';
import { deskAddress, type ListQuery, VIEWS } from './input.ts';

interface Listed {
  requests: readonly StoredCallback[];
  query: ListQuery;
  /** Id of the last request on this page, when there are more. */
  last: string | null;
}

/** A list of requests, each in two lines on a phone; `empty` when there are none. */
function RequestList({ requests, query, empty }: Omit<Listed, 'last'> & { empty: string }) {
  if (requests.length === 0) return <p className="lead">{empty}</p>;
  const rows = requests.map((request) => {
    const { id, receivedAt, fields, handling } = request;
    const { name, mobile, message } = fields;
    const link = dialLink(mobile);
    return (
      <li key={id} id={id} className="row">
        <a className="row__name" href={deskAddress(`/callbacks/${id}`, query)}>
          {name}
        </a>
        <time className="row__at fine" dateTime={receivedAt} title={londonTime(receivedAt)}>
          {shortLondonTime(receivedAt)}
        </time>
        <a className="row__number num" href={link} aria-label={link && `Ring ${name}, ${mobile}`}>
          {mobile}
        </a>
        <p className="row__said fine">{handling.note || message}</p>
        <p className="row__state">
          <State request={request} />
          <small>{changeOf(request)}</small>
        </p>
      </li>
    );
  });
  return (
    <>
      {/* One Tab from the first name. Fixed, so that the focus scrolls no list that refreshes itself. */}
      {/* biome-ignore lint: staff come to a list for its names */}
      <span className="vh list-start" tabIndex={-1} autoFocus>
        The list begins here
      </span>
      <ul className="rows">{rows}</ul>
    </>
  );
}

/** Who made the last change, and when; null before the first. */
const changeOf = ({ changedBy, changedAt }: StoredCallback) =>
  changedAt && `${changedBy || 'somebody'}, ${shortLondonTime(changedAt)}`;

export function State({ request }: { request: StoredCallback }) {
  const [kind, text] = stateOf(request);
  return <strong className={`state state--${kind}`}>{text}</strong>;
}

function stateOf(request: StoredCallback): [kind: string, text: string] {
  const { handling, standing, deliveries, openBy } = request;
  const { outcome } = handling;
  const again = dueAgainAt(request);
  if (openBy && standing !== 'rung') return ['later', `Open: ${openBy}`];
  if (again && Date.parse(again) <= Date.now()) return ['due', 'Ring again'];
  if (again) return ['later', `Again ${shortLondonTime(again)}`];
  if (outcome) return ['done', OUTCOME_WORDS[outcome]];
  // Of staff: the caller's own confirmation tells none of them.
  const states = deliveries
    .filter(({ channel }) => channel !== CONFIRMATION)
    .map(({ state }) => state);
  if (states.includes('failed') && !states.includes('delivered')) return ['failed', 'Nobody told'];
  return standing === 'suspected' ? ['later', 'Suspected'] : ['new', 'New'];
}

/** What was changed a moment ago, and the way back from it. */
export function Done({ done, query }: { done: StoredCallback | null; query: ListQuery }) {
  if (!done) return null;
  return (
    <div className="notice apart" role="status">
      <p>
        <strong>{done.fields.name}</strong>: <State request={done} /> saved by {changeOf(done)}
      </p>
      <Undo request={done} query={query} />
    </div>
  );
}

/** @param shown.done the request that was changed a moment ago */
export function ListPage(shown: Listed & { done: StoredCallback | null }) {
  const { requests, query, last, done } = shown;
  const { label, order, empty } = VIEWS[query.view];
  const { done: _, after, ...rest } = query;
  const { still = false } = query;
  return (
    <>
      <Done done={done} query={query} />
      <div className="apart">
        <h1 className="h2">{label}</h1>
        <p className="fine">
          {order === 'oldest' ? 'Oldest first. ' : 'Newest first. '}
          {still ? 'This list stays as it is. ' : 'Refreshes every 30 seconds. '}
          <a href={deskAddress('/callbacks', { ...query, still: !still })}>
            {still ? 'Refresh it again' : 'Stop that'}
          </a>
        </p>
      </div>
      <RequestList requests={requests} query={query} empty={empty} />
      <p className="actions">
        {after && <a href={deskAddress('/callbacks', rest)}>Back to the first</a>}
        {last && <a href={deskAddress('/callbacks', { ...rest, after: last })}>More requests</a>}
        <a href="/callbacks/counts">Calls and forms by week</a>
        <a href="/callbacks.csv">All of them as a CSV file</a>
      </p>
    </>
  );
}

/** A form that does something about a request, as it was when the page was made. */
export function ActionForm(form: {
  request: StoredCallback;
  query: ListQuery;
  action?: string;
  className?: string;
  children: ReactNode;
}) {
  const { request, query, action = '', className, children } = form;
  const { id, version } = request;
  const address = deskAddress(`/callbacks/${id}${action}`, query);
  return (
    <form method="post" action={address} className={className}>
      <input type="hidden" name="version" value={version} />
      {children}
    </form>
  );
}

/** The way back from the last change, if there was one. */
export function Undo({ request, query }: { request: StoredCallback; query: ListQuery }) {
  if (!request.former) return null;
  return (
    <ActionForm request={request} query={query} action="/undo">
      <button type="submit" className="btn btn--line">
        Undo<span className="vh"> the last change of {request.fields.name}</span>
      </button>
    </ActionForm>
  );
}

/** What a search found, in all lists. */
export function FoundPage({ search, requests, query, last }: Listed & { search: string }) {
  const empty = `No request has ${search} in its name, number, e-mail address or note.`;
  return (
    <>
      <h1 className="h2">Found: {search}</h1>
      <RequestList requests={requests} query={query} empty={empty} />
      {last && (
        <form method="post" action="/callbacks">
          <input type="hidden" name="q" value={search} />
          <button type="submit" className="btn btn--line" name="after" value={last}>
            More requests
          </button>
        </form>
      )}
    </>
  );
}
