import { pipeline } from 'node:stream/promises';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { createElement } from 'react';
import type { CallbackFields } from '../../../shared/callback/fields.ts';
import { toCsv } from '../callbacks-list.ts';
import type { CallbackStore, StoredCallback } from '../store.ts';
import type { Audit } from './audit.ts';
import { createSearch, type ListQuery, queryOf, VIEWS } from './list-query.ts';
import { FoundPage, ListPage } from './RequestList.tsx';
import { readForm } from './read-form.ts';
import type { SendPage } from './send-page.ts';

const PAGE_SIZE = 50;
/** How often a browser loads a list again, in seconds. */
const REFRESH_SECONDS = 30;

/** The lists, the search, and the download. */
export function addListRoutes(
  desk: Express,
  { store, send, audit, log }: { store: CallbackStore; send: SendPage; audit: Audit; log: Logger },
): void {
  desk
    .route('/callbacks')
    .get(async (request, response) => {
      const query = queryOf(request.query);
      if (!query.still) response.set('Refresh', String(REFRESH_SECONDS));
      const { shown, last } = await readPage(query);
      audit.seen(response.locals.by, shown);
      const done = query.done ? await store.find(query.done) : null;
      const children = createElement(ListPage, { requests: shown, query, last, done });
      await send(response, { title: VIEWS[query.view].label, view: query.view, children });
    })
    // What is looked for stays out of addresses, which histories and logs keep.
    .post(async (request, response) => {
      const fields = await readForm(request, response);
      if (!fields) return;
      const search = (fields.get('q') ?? '').trim();
      const { after } = queryOf({ after: fields.get('after') });
      const query = { view: 'all' as const, ...(after && { after }) };
      const { shown, last } = await readPage(query, createSearch(search));
      audit.seen(response.locals.by, shown);
      const children = createElement(FoundPage, { search, requests: shown, last });
      await send(response, { title: 'Found', search, children });
    });

  desk.get('/callbacks.csv', async (_request, response) => {
    audit.downloaded(response.locals.by);
    response.attachment('callback-requests.csv').type('text/csv');
    // A list that breaks off must not look complete, so the connection is cut.
    await pipeline(toCsv(store.list()), response).catch((error) => {
      if (!response.closed) log.error({ err: error }, 'a list for download broke off');
    });
  });

  /** @returns `last` is the id of the last one shown, or null when there are no more */
  async function readPage(
    { view, after }: ListQuery,
    isWanted?: (fields: CallbackFields) => boolean,
  ): Promise<{ shown: StoredCallback[]; last: string | null }> {
    const found: StoredCallback[] = [];
    for await (const callback of store.list({
      order: VIEWS[view].order,
      ...(!isWanted && { limit: PAGE_SIZE + 1 }),
      ...(view !== 'all' && { standing: view }),
      ...(after && { after }),
    })) {
      if (isWanted?.(callback.fields) ?? true) found.push(callback);
      if (found.length > PAGE_SIZE) break;
    }
    const shown = found.slice(0, PAGE_SIZE);
    return { shown, last: found.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null };
  }
}
