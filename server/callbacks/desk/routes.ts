import { pipeline } from 'node:stream/promises';
import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import { createElement } from 'react';
import { methodNotAllowed } from '../../http/reply.ts';
import { toCsv } from '../callbacks-list.ts';
import type { Callbacks } from '../open.ts';
import type { Handling, StoredCallback } from '../store/stored-callback.ts';
import type { SendPage } from './DeskPage.tsx';
import { checkHandling, fieldsOf } from './follow-up-form.ts';
import { createSearch, deskAddress, ID, type ListQuery, queryOf, VIEWS } from './list-query.ts';
import { ConfirmDeletion, RecordPage, type Shown } from './RecordPage.tsx';
import { FindPage, ListPage } from './RequestList.tsx';

const PAGE_SIZE = 50;
/** How often a browser loads a list again, in seconds. */
const REFRESH_SECONDS = 30;

/** So many are remembered; then all of them are forgotten, and logged once more. */
const SEEN_LIMIT = 10_000;

/** What staff sent about a request, with the version that they saw; NaN when the form says none. */
interface Sent {
  found: StoredCallback;
  fields: Map<string, string>;
  version: number;
  by: string;
}

/** Why nothing was done, and what stays in the form. */
interface Refused {
  status: 409 | 422;
  problem: string;
  draft?: Handling;
}

const CHANGED: Refused = {
  status: 409,
  problem:
    'Someone else changed this request after you opened it. What they saved is shown here. If you save again, yours will replace it.',
};
const CHANGED_BEFORE_DELETION: Refused = {
  status: 409,
  problem:
    'Someone else changed this request after you opened it. What they saved is shown here. Delete it only if that is still right.',
};

/** What staff can look at and change. The log says who did, and of which request, by its id alone. */
export function addRoutes(
  desk: Express,
  { callbacks, send, log }: { callbacks: Callbacks; send: SendPage; log: Logger },
): void {
  const { store } = callbacks;
  const known = new Set<string>();

  desk
    .route('/callbacks')
    .get(async (request, response) => {
      const query = queryOf(request.query);
      if (!query.still) response.set('Refresh', String(REFRESH_SECONDS));
      const page = await readPage(query);
      // Below whatever is due, hence on the last page of it.
      const isLastDue = query.view === 'toring' && page.last === null;
      const notDue = isLastDue ? await store.later(PAGE_SIZE + 1) : [];
      const later = notDue.slice(0, PAGE_SIZE);
      const hasMoreLater = notDue.length > later.length;
      const shown = [...page.requests, ...later];
      noteSeen(response, shown);
      const [repeated, done] = await Promise.all([
        store.repeated(shown),
        query.done ? store.find(query.done) : undefined,
      ]);
      const props = { ...page, repeated, query, done, later, hasMoreLater };
      const children = createElement(ListPage, props);
      await send(response, { title: VIEWS[query.view].label, view: query.view, children });
    })
    .post(find);

  desk
    .route('/callbacks/find')
    .get(async (_request, response) => {
      const children = createElement(FindPage, { search: '', found: null });
      await send(response, { title: 'Search', view: 'find', children });
    })
    .post(find);

  /** What is looked for stays out of addresses, which histories and logs keep. */
  async function find(request: Request, response: Response): Promise<void> {
    const fields = fieldsOf(request);
    const search = (fields.get('q') ?? '').trim();
    const query = queryOf({ view: 'all', after: fields.get('after') });
    const page = await readPage(query, createSearch(search));
    noteSeen(response, page.requests);
    const repeated = await store.repeated(page.requests);
    const found = { ...page, repeated, query: queryOf({}) };
    const children = createElement(FindPage, { search, found });
    await send(response, { title: 'Search results', view: 'find', children });
  }

  desk.get('/callbacks.csv', async (_request, response) => {
    log.info({ by: response.locals.by }, 'all callback requests downloaded at the desk');
    response.attachment('callback-requests.csv').type('text/csv');
    // A list that breaks off must not look complete, so the connection is cut.
    await pipeline(toCsv(store.list()), response).catch((error) => {
      if (!response.closed) log.error({ err: error }, 'a list for download broke off');
    });
  });

  desk.param('id', (_request, _response, next, id) => next(ID.test(id) ? undefined : 'route'));

  desk.get('/callbacks/:id', async (request, response, next) => {
    const found = await store.find(request.params.id);
    if (!found) return next();
    noteSeen(response, [found]);
    const { done: changed, ...query } = queryOf(request.query);
    const done = changed ? await store.find(changed) : undefined;
    await show(response, { request: found, query, done });
    // A note for the others, which no page waits for or fails with.
    await store.open(found.id, response.locals.by).catch(() => {});
  });

  desk.get('/callbacks/:id/delete', async (request, response, next) => {
    const found = await store.find(request.params.id);
    if (!found) return next();
    noteSeen(response, [found]);
    await ask(response, { request: found, query: queryOf(request.query) });
  });

  desk.get(['/callbacks/:id/undo', '/callbacks/:id/retry'], (_request, response) =>
    methodNotAllowed(response, 'POST'),
  );

  takeForm('/callbacks/:id', 'saved', async ({ found, fields, version, by }) => {
    const { handling, fault } = checkHandling(fields);
    if (fault) return { status: 422, problem: fault, draft: handling };
    const isSaved = await store.change(found.id, version, handling, by);
    return isSaved ? null : { ...CHANGED, draft: handling };
  });

  takeForm('/callbacks/:id/undo', 'undone', async ({ found, version, by }) => {
    return (await store.undo(found.id, version, by)) ? null : CHANGED;
  });

  takeForm('/callbacks/:id/retry', 'retried', async ({ found }) => {
    await store.deliveries.retry(found.id);
    return null;
  });

  takeForm('/callbacks/:id/delete', 'erased', async ({ found, version }) => {
    const isErased = version === found.version && (await store.erase(found.id, version));
    return isErased ? null : CHANGED_BEFORE_DELETION;
  });

  /** Takes the form of an action: done leads back to the list, refused shows the page again. */
  function takeForm(path: string, action: string, act: (sent: Sent) => Promise<Refused | null>) {
    desk.post(path, async (request, response, next) => {
      const fields = fieldsOf(request);
      const id = String(request.params.id);
      const found = await store.find(id);
      if (!found) return next();
      const { by } = response.locals;
      const query = queryOf(request.query);
      const version = Number(fields.get('version') ?? Number.NaN);
      const refused = await act({ found, fields, version, by });
      if (!refused) {
        log.info({ by, action, id }, 'callback request changed at the desk');
        const next = fields.has('next') ? await nextAfter(id, by, query) : null;
        const address = next ? `/callbacks/${next}` : '/callbacks';
        return response.redirect(303, deskAddress(address, { ...query, done: id }));
      }
      const kept = await store.find(id);
      if (!kept) return next();
      const { status, problem, draft } = refused;
      response.status(status);
      const shown: Shown = { request: kept, query, problem, draft };
      await (action === 'erased' ? ask(response, shown) : show(response, shown));
    });
  }

  /** Logs each request once for each member of staff, although lists reload every 30 seconds. */
  function noteSeen({ locals: { by } }: Response, requests: readonly StoredCallback[]): void {
    const ids = requests.map(({ id }) => id).filter((id) => !known.has(`${id} ${by}`));
    if (ids.length === 0) return;
    if (known.size > SEEN_LIMIT) known.clear();
    for (const id of ids) known.add(`${id} ${by}`);
    log.info({ by, ids }, 'callback requests seen at the desk');
  }

  /** @returns `last` is the id of the last one shown, or null when there are no more */
  async function readPage(
    { view, after }: ListQuery,
    isWanted: (request: StoredCallback) => boolean = () => true,
  ): Promise<{ requests: StoredCallback[]; last: string | null }> {
    const found: StoredCallback[] = [];
    const { order } = VIEWS[view];
    const standing = view === 'all' ? undefined : view;
    for await (const callback of store.list({ order, standing, after })) {
      if (isWanted(callback)) found.push(callback);
      if (found.length > PAGE_SIZE) break;
    }
    const requests = found.slice(0, PAGE_SIZE);
    return { requests, last: found.length > PAGE_SIZE ? (requests.at(-1)?.id ?? null) : null };
  }

  async function show(response: Response, shown: Shown): Promise<void> {
    const history = await store.history(shown.request);
    const children = createElement(RecordPage, { ...shown, history });
    await send(response, { title: 'Callback request', children });
  }

  function ask(response: Response, shown: Shown): Promise<void> {
    const children = createElement(ConfirmDeletion, shown);
    return send(response, { title: 'Delete this request?', children });
  }

  /** The request that came first and that no one else is dealing with, of the list that is worked on. */
  async function nextAfter(id: string, by: string, { view }: ListQuery): Promise<string | null> {
    const standing = view === 'suspected' ? view : 'toring';
    for await (const request of store.list({ standing })) {
      const isFree = request.openBy === null || request.openBy === by;
      if (request.id !== id && isFree) return request.id;
    }
    return null;
  }
}
