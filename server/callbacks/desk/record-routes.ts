import type { Express, Response } from 'express';
import { createElement } from 'react';
import { methodNotAllowed } from '../../http/reply.ts';
import type { Callbacks } from '../open.ts';
import type { Handling, StoredCallback } from '../store.ts';
import type { Audit } from './audit.ts';
import { ConfirmDeletion } from './ConfirmDeletion.tsx';
import { checkHandling } from './handling-form.ts';
import { deskAddress, ID, type ListQuery, queryOf } from './list-query.ts';
import { RecordPage } from './RecordPage.tsx';
import { readForm } from './read-form.ts';
import type { SendPage } from './send-page.ts';

interface Routing extends Pick<Callbacks, 'store' | 'outbox'> {
  send: SendPage;
  audit: Audit;
}

interface Page {
  request: StoredCallback;
  query: ListQuery;
  problem?: string;
}

/** What staff sent about a request. */
interface Sent {
  found: StoredCallback;
  query: ListQuery;
  fields: ReadonlyMap<string, string>;
  /** The version that they saw; NaN when the form does not say. */
  version: number;
  by: string;
}

/** Done, or what to answer instead. */
type Result = 'done' | 'gone' | { status: 409 | 422; problem: string; draft?: Handling };

const CHANGED: Result & object = {
  status: 409,
  problem:
    'It was changed after you opened it. This is what is kept now; saving once more writes over it.',
};

/** A request's own page, and what can be done there. */
export function addRecordRoutes(desk: Express, { store, outbox, send, audit }: Routing): void {
  desk.param('id', (_request, _response, next, id) => next(ID.test(id) ? undefined : 'route'));

  const show = (response: Response, page: Page & { draft?: Handling }) =>
    send(response, { title: 'Callback request', children: createElement(RecordPage, page) });
  const ask = (response: Response, page: Page) =>
    send(response, {
      title: 'Delete this request?',
      children: createElement(ConfirmDeletion, page),
    });
  for (const [path, answer] of [
    ['/callbacks/:id', show],
    ['/callbacks/:id/delete', ask],
  ] as const)
    desk.get(path, async ({ params, query }, response, next) => {
      const request = await store.find(String(params.id));
      if (!request) return next();
      audit.seen(response.locals.by, [request]);
      await answer(response, { request, query: queryOf(query) });
      // A note for the others, which no page waits for or fails with.
      if (answer === show) await store.open(request.id, response.locals.by).catch(() => {});
    });

  on('/callbacks/:id', 'saved', async ({ found, fields, version, by }) => {
    const { handling, fault } = checkHandling(fields);
    if (fault) return { status: 422, problem: fault, draft: handling };
    const isSaved = await store.change(found.id, version, handling, by);
    return isSaved ? 'done' : { ...CHANGED, draft: handling };
  });
  on('/callbacks/:id/undo', 'undone', async ({ found, version, by }) => {
    const isUndone = found.former && (await store.change(found.id, version, found.former, by));
    return isUndone ? 'done' : CHANGED;
  });
  on('/callbacks/:id/retry', 'retried', async ({ found }) => {
    if (!(await store.deliveries.retry(found.id))) return 'gone';
    outbox.wake();
    return 'done';
  });
  on('/callbacks/:id/delete', 'erased', async ({ found, version }) =>
    (await store.erase(found.id, version)) ? 'done' : CHANGED,
  );

  function on(path: string, action: string, act: (sent: Sent) => Promise<Result>) {
    desk
      .route(path)
      .post(async (request, response, next) => {
        const fields = await readForm(request, response);
        if (!fields) return;
        const id = String(request.params.id);
        const { by } = response.locals;
        const query = queryOf(request.query);
        const found = await store.find(id);
        if (!found) return next();
        const version = Number(fields.get('version') ?? Number.NaN);
        const result = await act({ found, query, fields, version, by });
        if (result === 'done') {
          audit.changed(by, action, id);
          return response.redirect(303, deskAddress('/callbacks', { ...query, done: id }));
        }
        const kept = result === 'gone' ? null : await store.find(id);
        if (!kept || result === 'gone') return next();
        const { status, ...page } = result;
        response.status(status);
        await (action === 'erased' ? ask : show)(response, { request: kept, query, ...page });
      })
      .all((request, response, next) => {
        if (request.method === 'POST') return next();
        methodNotAllowed(response, 'POST');
      });
  }
}
