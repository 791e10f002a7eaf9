import type { Express, NextFunction, Request, Response } from 'express';
import { createElement } from 'react';
import { methodNotAllowed } from '../../http/reply.ts';
import type { FollowUp, StoredCallback } from '../store/stored-callback.ts';
import { DeletionPage } from './DeletionPage.tsx';
import { formFields, parseFollowUp } from './follow-up-form.ts';
import { deskPath, ID, parseListQuery } from './list-query.ts';
import type { RouteDeps } from './list-routes.ts';
import type { RequestPageProps } from './RequestFacts.tsx';
import { RequestPage } from './RequestPage.tsx';
import { snoozeOptions } from './snooze.ts';

/** A form that staff sent about a request. */
interface ActionRequest {
  found: StoredCallback;
  fields: Map<string, string>;
  /** The version that they saw; NaN when the form has none. */
  version: number;
  by: string;
}

/** The reason why an action was not performed, and what stays in the form. */
interface ActionError {
  status: 409 | 422;
  problem: string;
  draft?: FollowUp;
}

/** Something that staff can do about a request. */
interface Action {
  path: string;
  /** The word for it in the log (docs/runbook.md). */
  logAction: 'saved' | 'undone' | 'retried' | 'erased';
  /** Sends the page of the form again, with the error. */
  sendErrorPage: (response: Response, shown: RequestPageProps) => Promise<void>;
  /** @returns null when it is done */
  perform: (sent: ActionRequest) => Promise<ActionError | null>;
}

const CONFLICT: ActionError = {
  status: 409,
  problem:
    'Someone else changed this request after you opened it. What they saved is shown here. If you save again, yours will replace it.',
};
const CHANGED_BEFORE_DELETION: ActionError = {
  status: 409,
  problem:
    'Someone else changed this request after you opened it. What they saved is shown here. Delete it only if that is still right.',
};

/**
 * Registers the page of a request and its actions. The log records who viewed or changed which
 * request, by its id alone.
 */
export function registerRequestRoutes(desk: Express, deps: RouteDeps): void {
  const { store, send, log, logViews, getCompany } = deps;

  desk.param('id', (_request, _response, next, id) => next(ID.test(id) ? undefined : 'route'));

  desk.get('/callbacks/:id', async (request, response, next) => {
    const found = await store.find(request.params.id);
    if (!found) return next();
    logViews(response, [found]);
    const { changedId, ...query } = parseListQuery(request.query);
    const done = changedId ? await store.find(changedId) : undefined;
    await sendRequestPage(response, { request: found, query, done });
    // A hint for other staff: the page neither waits for it nor fails with it.
    await store.markOpened(found.id, response.locals.by).catch(() => {});
  });

  desk.get('/callbacks/:id/delete', async (request, response, next) => {
    const found = await store.find(request.params.id);
    if (!found) return next();
    logViews(response, [found]);
    await sendDeletePage(response, { request: found, query: parseListQuery(request.query) });
  });

  desk.get(['/callbacks/:id/undo', '/callbacks/:id/retry'], (_request, response) =>
    methodNotAllowed(response, 'POST'),
  );

  const actions: readonly Action[] = [
    {
      path: '/callbacks/:id',
      logAction: 'saved',
      sendErrorPage: sendRequestPage,
      async perform({ found, fields, version, by }) {
        const { handling, fault } = parseFollowUp(fields, getCompany());
        if (fault) return { status: 422, problem: fault, draft: handling };
        const isSaved = await store.change(found.id, version, handling, by);
        return isSaved ? null : { ...CONFLICT, draft: handling };
      },
    },
    {
      path: '/callbacks/:id/undo',
      logAction: 'undone',
      sendErrorPage: sendRequestPage,
      async perform({ found, version, by }) {
        return (await store.undo(found.id, version, by)) ? null : CONFLICT;
      },
    },
    {
      path: '/callbacks/:id/retry',
      logAction: 'retried',
      sendErrorPage: sendRequestPage,
      async perform({ found }) {
        await store.deliveries.retry(found.id);
        return null;
      },
    },
    {
      path: '/callbacks/:id/delete',
      logAction: 'erased',
      sendErrorPage: sendDeletePage,
      async perform({ found, version }) {
        const isErased = version === found.version && (await store.erase(found.id, version));
        return isErased ? null : CHANGED_BEFORE_DELETION;
      },
    },
  ];
  for (const action of actions)
    desk.post(action.path, (request, response, next) =>
      postAction(action, request, response, next),
    );

  /** Performs an action and redirects to the list, or sends the page again with the error. */
  async function postAction(
    { logAction, perform, sendErrorPage }: Action,
    request: Request,
    response: Response,
    next: NextFunction,
  ): Promise<void> {
    const fields = formFields(request);
    const id = String(request.params.id);
    const found = await store.find(id);
    if (!found) return next();
    const { by } = response.locals;
    const query = parseListQuery(request.query);
    const version = Number(fields.get('version') ?? Number.NaN);
    const error = await perform({ found, fields, version, by });
    if (!error) {
      log.info({ by, action: logAction, id }, 'callback request changed at the desk');
      const standing = query.view === 'suspected' ? 'suspected' : 'toring';
      const nextId = fields.has('next')
        ? await store.claimNext({ by, standing, exceptId: id })
        : null;
      const path = nextId ? `/callbacks/${nextId}` : '/callbacks';
      return response.redirect(303, deskPath(path, { ...query, changedId: id }));
    }
    const latest = await store.find(id);
    if (!latest) return next();
    const { status, problem, draft } = error;
    response.status(status);
    await sendErrorPage(response, { request: latest, query, problem, draft });
  }

  async function sendRequestPage(response: Response, shown: RequestPageProps): Promise<void> {
    const history = await store.history(shown.request);
    const props = { ...shown, history, snoozeOptions: snoozeOptions(getCompany()) };
    const children = createElement(RequestPage, props);
    await send(response, { title: 'Callback request', children });
  }

  function sendDeletePage(response: Response, shown: RequestPageProps): Promise<void> {
    const children = createElement(DeletionPage, shown);
    return send(response, { title: 'Delete this request?', children });
  }
}
