import { channelLabel } from '../channels/create-channels.ts';
import { factsOf } from '../describe-callback.ts';
import { londonTime, shortLondonTime } from '../london-time.ts';
import { telHref } from '../phone-number.ts';
import type { History } from '../store/callback-store.ts';
import { type Delivery, OUTCOME_LABELS, type StoredCallback } from '../store/stored-callback.ts';
import { ActionForm, ChangeNotice, Undo } from './ActionForm.tsx';
import { HandlingForm, outcomeLabel } from './HandlingForm.tsx';
import { deskPath, type ListQuery } from './list-query.ts';
import { Facts, Problem, type RequestPageProps } from './RequestFacts.tsx';
import { State } from './RequestList.tsx';
import type { SnoozeOption } from './snooze.ts';

/** Shows one request with its history, and forms for what staff can do about it. */
export function RequestPage(
  props: RequestPageProps & { history: History; snoozeOptions: readonly SnoozeOption[] },
) {
  const { request, query, problem, draft, done, history, snoozeOptions } = props;
  const { id, fields, deliveries } = request;
  const mail = mailLink(fields.email);
  const hasFailed = deliveries.some((delivery) => delivery.state === 'failed');
  return (
    <>
      <ChangeNotice done={done} query={query} />
      <div className="apart">
        <h1 className="h2">{fields.name}</h1>
        <p className="states">
          {history.earlierCount > 0 && <strong className="row__mark">Asked before</strong>}
          <State request={request} />
        </p>
      </div>
      <article className="record record--request">
        <div className="record__facts">
          <Facts facts={factsOf(request)} hasFocus={!problem} />
        </div>
        {/* After the number, so that one Tab leads from it to the outcomes. */}
        <div className="record__work">
          <Problem {...props} title="Not saved" />
          <HandlingForm
            request={request}
            query={query}
            draft={draft}
            snoozeOptions={snoozeOptions}
            hasFocus={!problem && !telHref(fields.mobile)}
          />
        </div>
        <div className="record__history">
          <CallerHistory history={history} query={query} />
          <ul className="lines fine">
            <li>Received {londonTime(request.receivedAt)}</li>
            <Changes request={request} />
            {deliveries.map((delivery) => (
              <li key={delivery.channel}>{deliveryLine(delivery)}</li>
            ))}
          </ul>
        </div>
      </article>
      <div className="actions">
        <a href={deskPath('/callbacks', query)}>Back to the list</a>
        {!problem && <Undo request={request} query={query} />}
        {mail && <a href={mail}>Email {fields.name}</a>}
        {hasFailed && (
          <ActionForm request={request} query={query} action="/retry">
            <button type="submit" className="btn btn--line">
              Try sending again
            </button>
          </ActionForm>
        )}
        <a href={deskPath(`/callbacks/${id}/delete`, query)}>Delete…</a>
      </div>
    </>
  );
}

/** Lists the calls to this caller, and their earlier requests. */
function CallerHistory({ history, query }: { history: History; query: ListQuery }) {
  const { callCount, calls, earlierCount, previousRequests } = history;
  const times = callCount === 1 ? 'once' : callCount === 2 ? 'twice' : `${callCount} times`;
  const unlisted = earlierCount - previousRequests.length;
  return (
    <>
      <h2 className="h3">{callCount === 0 ? 'Not called yet' : `Called ${times}`}</h2>
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

/** Shows the last change, and the values before it. */
function Changes({ request }: { request: StoredCallback }) {
  const { handling, former, changedBy, changedAt } = request;
  if (!changedAt || !former) return null;
  const before = [
    former.outcome !== handling.outcome && outcomeLabel(former.outcome),
    former.note !== handling.note && (former.note ? `note “${former.note}”` : 'no note'),
    former.ringAgainAt !== handling.ringAgainAt &&
      (former.ringAgainAt
        ? `call again ${londonTime(former.ringAgainAt)}`
        : 'no time to call again'),
  ].filter(Boolean);
  return (
    <>
      <li>
        Last changed by {changedBy || 'someone'}, {londonTime(changedAt)}
      </li>
      {before.length > 0 && <li>Before that: {before.join('; ')}</li>}
    </>
  );
}

/**
 * Returns a link that opens a new email to the caller (RFC 6068); null when the address is not
 * valid.
 */
function mailLink(email: string): string | null {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return null;
  return `mailto:${email.split('@').map(encodeURIComponent).join('@').replaceAll('%2B', '+')}`;
}

function deliveryLine({ channel, state, attempts, at, reason }: Delivery): string {
  const receiver = channelLabel(channel);
  const why = reason ? ` (${reason})` : '';
  if (state === 'delivered')
    return `${receiver}: ${reason ? 'not sent' : 'sent'} ${at ? londonTime(at) : ''}${why}`;
  if (state === 'failed') return `${receiver}: failed${why}`;
  const isInFlight = attempts > 0 && at === null;
  const failures = isInFlight ? attempts - 1 : attempts;
  const words = isInFlight ? 'sending now' : 'not sent yet';
  if (failures === 0) return `${receiver}: ${words}`;
  const times = failures === 1 ? 'once' : `${failures} times`;
  return `${receiver}: ${words}, tried ${times}${why}`;
}
