import { CALLBACK_FIELDS, type CallbackField } from '../../../shared/callback/fields.ts';
import { dialLink } from '../dial-link.ts';
import { londonTime } from '../london-time.ts';
import type { Delivery, StoredCallback } from '../store.ts';
import { deskAddress, type Place } from './place.ts';

/** One request, with what can be done about it. */
export function RequestCard({ request, place }: { request: StoredCallback; place: Place }) {
  const { id, receivedAt, fields, calledAt, deliveries } = request;
  const state = stateOf(request);
  const isSetAside = deliveries.some((delivery) => delivery.state === 'set_aside');
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
            {...{ id, place }}
            of={fields.name}
          />
          {isSetAside && (
            <Action path="retry" label="Try to deliver again" {...{ id, place }} of={fields.name} />
          )}
          <a href={deskAddress(`/callbacks/${id}/delete`, place)}>
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
  if (type === 'tel' && /\d/.test(value))
    return (
      <a className="request__number num" href={dialLink(value)}>
        {value}
      </a>
    );
  return value || '–';
}

function Action({
  path,
  label,
  id,
  place,
  of,
}: {
  path: string;
  label: string;
  id: string;
  place: Place;
  of: string;
}) {
  return (
    <form method="post" action={deskAddress(`/callbacks/${id}/${path}`, place)}>
      <button type="submit" className="btn btn--line">
        {label}
        <span className="vh">: {of}</span>
      </button>
    </form>
  );
}

function stateOf({ calledAt, deliveries }: StoredCallback): 'Called' | 'Set aside' | 'New' {
  if (calledAt) return 'Called';
  return deliveries.some(({ state }) => state === 'set_aside') ? 'Set aside' : 'New';
}

function tellingOf({ channel, state, attempts, at, reason }: Delivery): string {
  const receiver = nameOf(channel);
  if (state === 'delivered') return `${receiver}: told ${at ? londonTime(at) : ''}`;
  if (state === 'set_aside') return `${receiver}: set aside (${reason})`;
  return attempts === 0
    ? `${receiver}: not told yet`
    : `${receiver}: not told yet, tried ${attempts === 1 ? 'once' : `${attempts} times`} (${reason})`;
}

function nameOf(channel: string): string {
  if (channel === 'php') return 'PHP backend';
  return channel === 'webhook' ? 'Webhook' : channel.replace(/^mail:/, 'E-mail to ');
}

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
