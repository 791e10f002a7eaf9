import { CALLBACK_FIELDS, type CallbackField } from '../../../shared/callback/fields.ts';
import { channelName } from '../channels/channels.ts';
import { dialLink, londonTime } from '../staff-words.ts';
import type { Delivery, StoredCallback } from '../store.ts';
import { deskAddress, type ListQuery } from './list-query.ts';

/** One request, with what can be done about it. */
export function RequestCard({ request, query }: { request: StoredCallback; query: ListQuery }) {
  const { id, receivedAt, fields, calledAt, deliveries } = request;
  const state = stateOf(request);
  const hasFailed = deliveries.some((delivery) => delivery.state === 'failed');
  return (
    <article id={id} className="request" aria-labelledby={`${id}-at`}>
      <div className="request__head">
        <h2 id={`${id}-at`} className="h3">
          <time dateTime={receivedAt}>{londonTime(receivedAt)}</time>
        </h2>
        <strong className={`state state--${state.toLowerCase().replace(' ', '-')}`}>{state}</strong>
      </div>
      <RequestFields request={request} />
      <div className="request__told">
        <ul>
          {calledAt && <li>Marked as called {londonTime(calledAt)}</li>}
          {deliveries.map((delivery) => (
            <li key={delivery.channel}>{tellingOf(delivery)}</li>
          ))}
        </ul>
        <div className="actions">
          <Action
            path={calledAt ? 'not-called' : 'called'}
            label={calledAt ? 'Mark as not called' : 'Mark as called'}
            {...{ id, query }}
            of={fields.name}
          />
          {hasFailed && (
            <Action path="retry" label="Try to deliver again" {...{ id, query }} of={fields.name} />
          )}
          <a href={deskAddress(`/callbacks/${id}/delete`, query)}>
            Delete…<span className="vh"> the request of {fields.name}</span>
          </a>
        </div>
      </div>
    </article>
  );
}

/** A row for each field. */
export function RequestFields({ request: { id, fields, flags } }: { request: StoredCallback }) {
  return (
    <dl className="request__fields">
      {CALLBACK_FIELDS.map((field) => (
        <div key={field.name}>
          <dt>{capitalised(field.called)}</dt>
          <dd>{shown(field, fields[field.name])}</dd>
        </div>
      ))}
      {flags.length > 0 && (
        <div>
          <dt>Signs of a robot</dt>
          <dd>{flags.join(', ')}</dd>
        </div>
      )}
      <div>
        <dt>Reference</dt>
        <dd className="fine">{id}</dd>
      </div>
    </dl>
  );
}

function shown({ type }: CallbackField, value: string) {
  const link = type === 'tel' && dialLink(value);
  if (!link) return value || '–';
  return (
    <a className="request__number num" href={link}>
      {value}
    </a>
  );
}

function Action({
  path,
  label,
  id,
  query,
  of,
}: {
  path: string;
  label: string;
  id: string;
  query: ListQuery;
  of: string;
}) {
  return (
    <form method="post" action={deskAddress(`/callbacks/${id}/${path}`, query)}>
      <button type="submit" className="btn btn--line">
        {label}
        <span className="vh">: {of}</span>
      </button>
    </form>
  );
}

function stateOf({ calledAt, deliveries }: StoredCallback): 'Called' | 'Failed' | 'New' {
  if (calledAt) return 'Called';
  return deliveries.some(({ state }) => state === 'failed') ? 'Failed' : 'New';
}

function tellingOf({ channel, state, attempts, at, reason }: Delivery): string {
  const receiver = channelName(channel);
  if (state === 'delivered') return `${receiver}: told ${at ? londonTime(at) : ''}`;
  const why = reason ? ` (${reason})` : '';
  if (state === 'failed') return `${receiver}: failed${why}`;
  const isUnderWay = attempts > 0 && at === null;
  const failed = isUnderWay ? attempts - 1 : attempts;
  const tried = failed > 0 ? `, tried ${failed === 1 ? 'once' : `${failed} times`}${why}` : '';
  return `${receiver}: ${isUnderWay ? 'being told now' : 'not told yet'}${tried}`;
}

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Asks before a record is deleted. */
export function ConfirmDeletion({ request, query }: { request: StoredCallback; query: ListQuery }) {
  return (
    <>
      <p className="lead">
        Received {londonTime(request.receivedAt)}. It cannot be brought back, and nobody else will
        be told of it.
      </p>
      <div className="request">
        <RequestFields request={request} />
      </div>
      <form
        method="post"
        action={deskAddress(`/callbacks/${request.id}/delete`, query)}
        className="actions"
      >
        <button type="submit" className="btn btn--danger">
          Delete for good
        </button>
        <a href={deskAddress('/callbacks', query)}>Keep it</a>
      </form>
    </>
  );
}
