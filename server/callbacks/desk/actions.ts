import type { Request, RequestHandler, Response } from 'express';
import type { FollowUp, StoredCallback } from '../store/stored-callback.ts';
import type { DeskDeps } from './page-sender.tsx';
import { deskPath, type ListQuery, parseListQuery } from './views.ts';

/** A form that staff sent about a request. */
interface ActionRequest {
  found: StoredCallback;
  fields: ReadonlyMap<string, string>;
  /** The version that they saw; NaN when the form has none. */
  version: number;
  by: string;
}

/** The reason why an action was not performed, and what stays in the form. */
export interface ActionError {
  status: 409 | 422;
  problem: string;
  draft?: FollowUp;
}

/** Something that staff can do about a request. */
interface Action {
  /** The word for it in the log (docs/runbook.md). */
  logAction: 'saved' | 'undone' | 'retried' | 'erased';
  /** @returns null when it is done */
  perform: (sent: ActionRequest) => Promise<ActionError | null>;
  /** Sends the page of the form again, with the error, unless the request was deleted meanwhile. */
  sendErrorPage: (
    response: Response,
    page: { id: string; query: ListQuery } & Omit<ActionError, 'status'>,
    next: () => void,
  ) => Promise<void>;
}

/**
 * Returns the fields of a form: the last value of a repeated one, and none when the body is no
 * form.
 */
export function formFields({ body = {} }: Request): ReadonlyMap<string, string> {
  const values = Object.entries(body as Record<string, string | string[]>);
  return new Map(values.map(([name, value]) => [name, [value].flat().at(-1) ?? '']));
}

/**
 * Creates the handler of an action. It redirects to the list or to the next request, or sends the
 * page again with the error. The log records who changed which request, by its id alone.
 */
export function createActionHandler(
  { store, log }: DeskDeps,
  { logAction, perform, sendErrorPage }: Action,
): RequestHandler {
  return async (request, response, next) => {
    const id = String(request.params.id);
    const found = await store.find(id);
    if (!found) return next();
    const { by } = response.locals;
    const fields = formFields(request);
    const query = parseListQuery(request.query);
    const version = Number(fields.get('version') ?? Number.NaN);
    const error = await perform({ found, fields, version, by });
    if (error) {
      const { status, ...rest } = error;
      response.status(status);
      return sendErrorPage(response, { id, query, ...rest }, next);
    }
    log.info({ by, action: logAction, id }, 'callback request changed at the desk');
    const status = query.list === 'suspected' ? 'suspected' : 'due';
    const nextId = fields.has('next') ? await store.claimNext({ by, status, exceptId: id }) : null;
    const path = nextId ? `/callbacks/${nextId}` : '/callbacks';
    response.redirect(303, deskPath(path, { ...query, changedId: id }));
  };
}
