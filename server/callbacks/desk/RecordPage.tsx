import { channelName } from '../channels/channels.ts';
import { type Fact, factsOf, LATER, londonTime, toLondonInput } from '../staff-words.ts';
import {
  type Delivery,
  type Handling,
  OUTCOME_WORDS,
  OUTCOMES,
  type StoredCallback,
} from '../store/schema.ts';
import { deskAddress, type ListQuery } from './input.ts';
import { ActionForm, Done, State, Undo } from './RequestList.tsx';

export interface Shown {
  request: StoredCallback;
  query: ListQuery;
  /** Why nothing was changed: a fault in the draft, or what somebody else changed meanwhile. */
  problem?: string | undefined;
  /** What stands in the form. */
  draft?: Handling | undefined;
  /** The request that was changed a moment ago. */
  done?: StoredCallback | null;
}

/** One request with all that is known of it, and what can be done about it. */
export function RecordPage(shown: Shown & { earlier: StoredCallback | null }) {
  const { request, query, problem, done = null, earlier } = shown;
  const { id, receivedAt, fields, changedBy, changedAt, deliveries } = request;
  const hasFailed = deliveries.some((delivery) => delivery.state === 'failed');
  return (
    <>
      <Done done={done} query={query} />
      <div className="apart">
        <h1 className="h2">{fields.name}</h1>
        <p>
          <State request={request} />
        </p>
      </div>
      <article className="record">
        <div>
          <Facts facts={factsOf(request)} isStart={!problem} />
          <ul className="record__told fine">
            {earlier && (
              <li>
                <a href={deskAddress(`/callbacks/${earlier.id}`, query)}>Asked before</a>,{' '}
                {londonTime(earlier.receivedAt)} <State request={earlier} />
              </li>
            )}
            <li>Received {londonTime(receivedAt)}</li>
            {changedAt && (
              <li>
                Changed by {changedBy || 'somebody'}, {londonTime(changedAt)}
              </li>
            )}
            {deliveries.map((delivery) => (
              <li key={delivery.channel}>{deliveryLine(delivery)}</li>
            ))}
          </ul>
        </div>
        <div>
          <Problem {...shown} />
          <HandlingForm {...shown} />
        </div>
      </article>
      <div className="actions">
        <a href={deskAddress('/callbacks', query)}>Back to the list</a>
        {!problem && <Undo request={request} query={query} />}
        {hasFailed && (
          <ActionForm request={request} query={query} action="/retry">
            <button type="submit" className="btn btn--line">
              Try to deliver again
            </button>
          </ActionForm>
        )}
        <a href={deskAddress(`/callbacks/${id}/delete`, query)}>Delete…</a>
      </div>
    </>
  );
}

export function ConfirmDeletion(shown: Shown) {
  const { request, query } = shown;
  return (
    <>
      <h1 className="h2">Delete this request?</h1>
      <Problem {...shown} />
      <p className="lead">
        Received {londonTime(request.receivedAt)}. It cannot be brought back, and nobody else will
        be told of it.
      </p>
      <div className="record">
        <Facts facts={factsOf(request)} />
      </div>
      <ActionForm request={request} query={query} action="/delete" className="actions">
        <button type="submit" className="btn btn--danger">
          Delete for good
        </button>
        <a href={deskAddress('/callbacks', query)}>Keep it</a>
      </ActionForm>
    </>
  );
}

function Problem({ problem, request }: Shown) {
  if (!problem) return null;
  const { outcome, note, ringAgainAt } = request.handling;
  return (
    <div className="notice notice--problem" role="alert">
      <h2 className="h3">Not saved</h2>
      <p>{problem}</p>
      <Facts
        facts={[
          ['Kept: outcome', wordsOf(outcome)],
          ['Kept: note', note],
          ['Kept: ring again', ringAgainAt ? londonTime(ringAgainAt) : ''],
        ]}
      />
    </div>
  );
}

const wordsOf = (outcome: Handling['outcome']) =>
  outcome ? OUTCOME_WORDS[outcome] : 'Not rung yet';

function HandlingForm({ request, query, draft }: Shown) {
  const { outcome: chosen, note, ringAgainAt } = draft ?? request.handling;
  // A time that has come is over once somebody has rung: they may give another.
  const again = draft || request.standing !== 'toring' ? ringAgainAt : null;
  return (
    <ActionForm request={request} query={query} className="work">
      <fieldset>
        <legend className="h3">What came of it?</legend>
        <div className="choices">
          {[null, ...OUTCOMES].map((outcome) => (
            <label key={outcome} className="choice">
              <input
                type="radio"
                name="outcome"
                value={outcome ?? ''}
                defaultChecked={outcome === chosen}
              />
              <span>{wordsOf(outcome)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="note">Note</label>
        <textarea id="note" name="note" rows={4} defaultValue={note} />
      </div>
      {/* The first button is what Enter presses in any of the fields. */}
      <div className="actions">
        <button type="submit" name="next" className="btn btn--primary">
          Save and next
        </button>
        <button type="submit" className="btn btn--line">
          Save
        </button>
      </div>
      <div className="field">
        <label htmlFor="ringAgainAt">Ring again at</label>
        <p id="again-hint" className="fine">
          Then it stands in “To ring” again. UK time. “No answer” without a time is due again in an
          hour.
        </p>
        <div className="actions">
          {LATER.map(({ value, label }) => (
            <button key={value} type="submit" name="next" value={value} className="btn btn--line">
              {label}
            </button>
          ))}
        </div>
        <input
          id="ringAgainAt"
          name="ringAgainAt"
          type="datetime-local"
          aria-describedby="again-hint"
          defaultValue={again ? toLondonInput(again) : ''}
        />
      </div>
      <div className="actions">
        <button type="submit" name="next" className="btn btn--line">
          At this time
        </button>
      </div>
    </ActionForm>
  );
}

/** @param isStart whether the focus is on the number as the page opens */
function Facts({ facts, isStart = false }: { facts: readonly Fact[]; isStart?: boolean }) {
  return (
    <dl className="facts">
      {facts.map(([name, value, link, remark]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {link ? (
              // biome-ignore lint/a11y/noAutofocus: whoever opens a request is about to ring
              <a className="facts__number num" href={link} autoFocus={isStart}>
                {value}
              </a>
            ) : (
              value || '–'
            )}
            {remark && <small className="facts__remark"> {remark}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function deliveryLine({ channel, state, attempts, at, reason }: Delivery): string {
  const receiver = channelName(channel);
  const why = reason ? ` (${reason})` : '';
  if (state === 'delivered')
    return `${receiver}: ${reason ? 'not sent' : 'told'} ${at ? londonTime(at) : ''}${why}`;
  if (state === 'failed') return `${receiver}: failed${why}`;
  const isUnderWay = attempts > 0 && at === null;
  const failures = isUnderWay ? attempts - 1 : attempts;
  const words = isUnderWay ? 'being told now' : 'not told yet';
  if (failures === 0) return `${receiver}: ${words}`;
  const times = failures === 1 ? 'once' : `${failures} times`;
  return `${receiver}: ${words}, tried ${times}${why}`;
}
