import { pipeline } from 'node:stream/promises';
import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import { createElement } from 'react';
import type { Company } from '../../../shared/site/company.ts';
import { toCsv } from '../export-callbacks.ts';
import type { CallbackStore } from '../store/callback-store.ts';
import type { StoredCallback } from '../store/stored-callback.ts';
import type { SendPage } from './DeskLayout.tsx';
import { FindPage } from './FindPage.tsx';
import { formFields } from './follow-up-form.ts';
import { ListPage } from './ListPage.tsx';
import { createMatcher, type ListQuery, parseListQuery, VIEWS } from './list-query.ts';
import type { LogViews } from './view-log.ts';

const PAGE_SIZE = 50;
/** The interval at which a browser reloads a list, in seconds. */
const REFRESH_SECONDS = 30;

export interface RouteDeps {
  store: CallbackStore;
  send: SendPage;
  log: Logger;
  logViews: LogViews;
  getCompany: () => Company;
}

/** Registers the lists of the desk: on pages, found by a search, and as CSV. */
export function registerListRoutes(desk: Express, deps: RouteDeps): void {
  const { store, send, log, logViews } = deps;

  desk
    .route('/callbacks')
    .get(async (request, response) => {
      const query = parseListQuery(request.query);
      if (!query.isPaused) response.set('Refresh', String(REFRESH_SECONDS));
      const page = await loadPage(query);
      // Requests to call later stand below those that are due, so only on the last page of these.
      const isLastDue = query.view === 'toring' && page.last === null;
      const notDue = isLastDue ? await store.later(PAGE_SIZE + 1) : [];
      const later = notDue.slice(0, PAGE_SIZE);
      const hasMoreLater = notDue.length > later.length;
      const shown = [...page.requests, ...later];
      logViews(response, shown);
      const [repeated, done] = await Promise.all([
        store.repeated(shown),
        query.changedId ? store.find(query.changedId) : undefined,
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

  /** Searches by POST: a query in the URL would be kept in browser histories and logs. */
  async function find(request: Request, response: Response): Promise<void> {
    const fields = formFields(request);
    const search = (fields.get('q') ?? '').trim();
    const query = parseListQuery({ view: 'all', after: fields.get('after') });
    const page = await loadPage(query, createMatcher(search));
    logViews(response, page.requests);
    const repeated = await store.repeated(page.requests);
    const found = { ...page, repeated, query: parseListQuery({}) };
    const children = createElement(FindPage, { search, found });
    await send(response, { title: 'Search results', view: 'find', children });
  }

  desk.get('/callbacks.csv', async (_request, response) => {
    log.info({ by: response.locals.by }, 'all callback requests downloaded at the desk');
    response.attachment('callback-requests.csv').type('text/csv');
    // A list that breaks off must not look complete, so `pipeline` destroys the connection.
    await pipeline(toCsv(store.list()), response).catch((error) => {
      if (!response.closed) log.error({ err: error }, 'a CSV download was cut off');
    });
  });

  /** @returns `last` is the id of the last request on the page, or null when there are no more */
  async function loadPage(
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
}
