import { CALLBACK_FIELDS, type CallbackField } from '../../../shared/callback/fields.ts';
import { channelName } from '../channels/channels.ts';
import { dialLink, londonTime, OUTCOME_WORDS, toLondonInput } from '../staff-words.ts';
import { type Delivery, type Handling, OUTCOMES, type StoredCallback } from '../store.ts';
import { deskAddress, type ListQuery } from './list-query.ts';
import { State, Undo } from './RequestList.tsx';

/** One request with all that is known of it, and what can be done about it. */
export function RecordPage({
  request,
  query,
  draft = request.handling,
  problem = null,
}: {
  request: StoredCallback;
  query: ListQuery;
  /** What stands in the form. */
  draft?: Handling;
  /** Why the draft was not saved: a fault in it, or a change that somebody else made meanwhile. */
  problem?: string | null;
}) {
  const { id, receivedAt, fields, version, former, changedBy, changedAt, deliveries } = request;
  const hasFailed = deliveries.some((delivery) => delivery.state === 'failed');
  return (
    <>
      <div className="desk__title">
        <h1 className="h2">{fields.name}</h1>
        <p>
          <State request={request} />
        </p>
      </div>
      <article className="record">
        <div className="record__facts">
          <RequestFields request={request} />
          <ul className="record__told">
            <li>Received {londonTime(receivedAt)}</li>
            {changedAt && (
              <li>
                Changed by {changedBy || 'somebody'}, {londonTime(changedAt)}
              </li>
            )}
            {deliveries.map((delivery) => (
              <li key={delivery.channel}>{tellingOf(delivery)}</li>
            ))}
          </ul>
          <div className="actions">
            {former && !problem && <Undo {...{ id, version, query }} of={fields.name} />}
            {hasFailed && (
              <form method="post" action={deskAddress(`/callbacks/${id}/retry`, query)}>
                <button type="submit" className="btn btn--line">
                  Try to deliver again
                </button>
              </form>
            )}
            <a href={deskAddress(`/callbacks/${id}/delete`, query)}>Delete…</a>
          </div>
        </div>
        <div className="record__work">
          {problem && <Problem problem={problem} request={request} />}
          <HandlingForm {...{ request, query, draft }} />
        </div>
      </article>
      <p>
        <a href={deskAddress('/callbacks', query)}>Back to the list</a>
      </p>
    </>
  );
}

export function Problem({ problem, request }: { problem: string; request: StoredCallback }) {
  const { outcome, note, ringAgainAt } = request.handling;
  return (
    <div className="problem" role="alert">
      <h2 className="h3">Not saved</h2>
      <p>{problem}</p>
      <dl className="facts">
        <div>
          <dt>Kept: outcome</dt>
          <dd>{outcome ? OUTCOME_WORDS[outcome] : 'Not rung yet'}</dd>
        </div>
        <div>
          <dt>Kept: note</dt>
          <dd>{note || '–'}</dd>
        </div>
        <div>
          <dt>Kept: ring again</dt>
          <dd>{ringAgainAt ? londonTime(ringAgainAt) : '–'}</dd>
        </div>
      </dl>
    </div>
  );
}

function HandlingForm({
  request: { id, version },
  query,
  draft,
}: {
  request: StoredCallback;
  query: ListQuery;
  draft: Handling;
}) {
  return (
    <form method="post" action={deskAddress(`/callbacks/${id}`, query)} className="work">
      <input type="hidden" name="version" value={version} />
      <fieldset>
        <legend className="h3">What came of it?</legend>
        <div className="choices">
          {[null, ...OUTCOMES].map((outcome) => (
            <label key={outcome} className="choice">
              <input
                type="radio"
                name="outcome"
                value={outcome ?? ''}
                defaultChecked={outcome === draft.outcome}
              />
              <span>{outcome ? OUTCOME_WORDS[outcome] : 'Not rung yet'}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="note">Note</label>
        <textarea id="note" name="note" rows={4} defaultValue={draft.note} />
      </div>
      <div className="field">
        <label htmlFor="ringAgainAt">Ring again at</label>
        <p id="again-hint" className="fine">
          Then it stands in “To ring” again. UK time; empty for never.
        </p>
        <input
          id="ringAgainAt"
          name="ringAgainAt"
          type="datetime-local"
          aria-describedby="again-hint"
          defaultValue={draft.ringAgainAt ? toLondonInput(draft.ringAgainAt) : ''}
        />
      </div>
      <button type="submit" className="btn btn--primary">
        Save
      </button>
    </form>
  );
}

/** A row for each field. */
export function RequestFields({ request: { id, fields, flags } }: { request: StoredCallback }) {
  return (
    <dl className="facts">
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
    <a className="facts__number num" href={link}>
      {value}
    </a>
  );
}

function tellingOf({ channel, state, attempts, at, reason }: Delivery): string {
  const receiver = channelName(channel);
  const why = reason ? ` (${reason})` : '';
  if (state === 'delivered')
    return `${receiver}: ${reason ? 'not sent' : 'told'} ${at ? londonTime(at) : ''}${why}`;
  if (state === 'failed') return `${receiver}: failed${why}`;
  const isUnderWay = attempts > 0 && at === null;
  const failed = isUnderWay ? attempts - 1 : attempts;
  const tried = failed > 0 ? `, tried ${failed === 1 ? 'once' : `${failed} times`}${why}` : '';
  return `${receiver}: ${isUnderWay ? 'being told now' : 'not told yet'}${tried}`;
}

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
