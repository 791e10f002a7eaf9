import type { Express, Response } from 'express';
import { factsOf } from '../describe-callback.ts';
import { londonTime } from '../london-time.ts';
import { ActionForm } from './ActionForm.tsx';
import { type ActionError, createActionHandler } from './actions.ts';
import { Facts, Problem, type RequestPageProps } from './Facts.tsx';
import type { DeskDeps } from './page-sender.tsx';
import { deskPath, type ListQuery, parseListQuery } from './views.ts';

const CONFLICT: ActionError = {
  status: 409,
  problem:
    'Someone else changed this request after you opened it. What they saved is shown here. Delete it only if that is still right.',
};

/** Registers the page that asks before a request is deleted, and the deletion. */
export function registerDeletePage(desk: Express, deps: DeskDeps): void {
  const { store, send } = deps;

  desk.get('/callbacks/:id/delete', (request, response, next) => {
    const { id } = request.params;
    return sendDeletePage(response, { id, query: parseListQuery(request.query) }, next);
  });

  desk.post(
    '/callbacks/:id/delete',
    createActionHandler(deps, {
      logAction: 'erased',
      sendErrorPage: sendDeletePage,
      async perform({ found: { id, version: current }, version }) {
        return version === current && (await store.erase(id, version)) ? null : CONFLICT;
      },
    }),
  );

  async function sendDeletePage(
    response: Response,
    page: { id: string; query: ListQuery; problem?: string },
    next: () => void,
  ): Promise<void> {
    const { id, query, problem } = page;
    const { request, frame } = await store.desk.request(id);
    if (!request) return next();
    const children = <DeletePage request={request} query={query} problem={problem} />;
    send(response, {
      title: 'Delete this request?',
      frame,
      requests: [request],
      children,
    });
  }
}

/** Asks before a request is deleted. */
function DeletePage(props: RequestPageProps) {
  const { request, query } = props;
  return (
    <>
      <h1 className="h2">Delete this request?</h1>
      <Problem {...props} title="Not deleted" />
      <p className="lead">
        Received {londonTime(request.receivedAt)}. You cannot undo this. Emails and messages about
        it that have not gone out yet will not be sent.
      </p>
      <div className="record">
        <Facts facts={factsOf(request)} />
      </div>
      <ActionForm request={request} query={query} action="/delete" className="actions">
        <button type="submit" className="btn btn--danger">
          Delete for good
        </button>
        <a href={deskPath('/callbacks', query)}>Keep it</a>
      </ActionForm>
    </>
  );
}
