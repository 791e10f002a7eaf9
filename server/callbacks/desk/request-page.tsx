import type { Express, Response } from 'express';
import { methodNotAllowed } from '../../http/reply.ts';
import { factsOf } from '../describe-callback.ts';
import { describePhoneNumber } from '../phone-number.ts';
import type { History } from '../store/desk-queries.ts';
import type { StoredCallback } from '../store/stored-callback.ts';
import { ActionForm, ChangeNotice, Undo } from './ActionForm.tsx';
import { type ActionError, createActionHandler } from './actions.ts';
import { Facts, MailLink, Problem, type RequestPageProps } from './Facts.tsx';
import { FollowUpForm, parseFollowUp } from './follow-up-form.tsx';
import type { DeskDeps } from './page-sender.tsx';
import { RequestHistory } from './RequestHistory.tsx';
import { State } from './RequestRows.tsx';
import { type SnoozeOption, snoozeOptions } from './snooze.ts';
import { deskPath, ID, type ListQuery, parseListQuery } from './views.ts';

const CONFLICT: ActionError = {
  status: 409,
  problem:
    'Someone else changed this request after you opened it. What they saved is shown here. If you save again, yours will replace it.',
};

/** Registers the page of a request and what staff do there: save, undo, send again. */
export function registerRequestPage(desk: Express, deps: DeskDeps): void {
  const { store, send, getCompany } = deps;
  desk.param('id', (_request, _response, next, id) => next(ID.test(id) ? undefined : 'route'));

  desk.get('/callbacks/:id', async (request, response, next) => {
    const { id } = request.params;
    await sendRequestPage(response, { id, query: parseListQuery(request.query) }, next);
    // A hint for other staff: the page neither waits for it nor fails with it.
    await store.markOpened(id, response.locals.by).catch(() => {});
  });
  desk.get(['/callbacks/:id/undo', '/callbacks/:id/retry'], (_request, response) =>
    methodNotAllowed(response, 'POST'),
  );

  const onError = { sendErrorPage: sendRequestPage };
  desk.post(
    '/callbacks/:id',
    createActionHandler(deps, {
      ...onError,
      logAction: 'saved',
      async perform({ found, fields, version, by }) {
        const { followUp, error } = parseFollowUp(fields, getCompany());
        if (error) return { status: 422, problem: error, draft: followUp };
        const isSaved = await store.change(found.id, version, followUp, by);
        return isSaved ? null : { ...CONFLICT, draft: followUp };
      },
    }),
  );
  desk.post(
    '/callbacks/:id/undo',
    createActionHandler(deps, {
      ...onError,
      logAction: 'undone',
      async perform({ found, version, by }) {
        return (await store.undo(found.id, version, by)) ? null : CONFLICT;
      },
    }),
  );
  desk.post(
    '/callbacks/:id/retry',
    createActionHandler(deps, {
      ...onError,
      logAction: 'retried',
      async perform({ found }) {
        await store.deliveries.retry(found.id);
        return null;
      },
    }),
  );

  async function sendRequestPage(
    response: Response,
    page: { id: string; query: ListQuery } & Partial<Omit<ActionError, 'status'>>,
    next: () => void,
  ): Promise<void> {
    const { id, problem, draft } = page;
    const { changedId, ...query } = page.query;
    const { request, history, changed, frame } = await store.desk.request(id, changedId);
    if (!request) return next();
    const props = { request, query, problem, draft, history };
    const children = (
      <RequestPage
        {...props}
        changed={changedId && !problem ? changed : undefined}
        snoozeOptions={snoozeOptions(getCompany())}
      />
    );
    send(response, { title: 'Callback request', frame, requests: [request], children });
  }
}

interface Props extends RequestPageProps {
  history: History;
  /** The request that was changed a moment ago; null when it was deleted. */
  changed: StoredCallback | null | undefined;
  snoozeOptions: readonly SnoozeOption[];
}

/** Shows one request with its history, and forms for what staff can do about it. */
function RequestPage(props: Props) {
  const { request, query, problem, draft, changed, history } = props;
  const { id, fields, deliveries, handling } = request;
  const hasFailed = deliveries.some((delivery) => delivery.state === 'failed');
  return (
    <>
      <ChangeNotice changed={changed} query={query} />
      <div className="apart">
        <h1 className="h2">{fields.name}</h1>
        <p className="states">
          {request.isRepeated && <strong className="row__mark">Asked before</strong>}
          <State request={request} />
          {handling.outcome === 'wrongnumber' && <MailLink request={request} />}
        </p>
      </div>
      <article className="record record--request">
        <div className="record__facts">
          <Facts facts={factsOf(request)} hasFocus={!problem} />
        </div>
        {/* After the number, so that one Tab leads from it to the outcomes. */}
        <div className="record__work">
          <Problem {...props} title="Not saved" />
          <FollowUpForm
            request={request}
            query={query}
            draft={draft}
            snoozeOptions={props.snoozeOptions}
            hasFocus={!problem && !describePhoneNumber(fields.mobile).href}
          />
        </div>
        <div className="record__history">
          <RequestHistory request={request} history={history} query={query} />
        </div>
      </article>
      <div className="actions">
        <a href={deskPath('/callbacks', query)}>Back to the list</a>
        {!problem && <Undo request={request} query={query} />}
        {handling.outcome !== 'wrongnumber' && <MailLink request={request} />}
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
