import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
} from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Assets, serveAssets } from '../../http/assets.ts';
import { isCrossSite } from '../../http/host.ts';
import type { SharedWindows } from '../../http/limits.ts';
import { methodNotAllowed, replyText } from '../../http/reply.ts';
import { toCsv } from '../callbacks-list.ts';
import type { Callbacks } from '../open.ts';
import type { StoredCallback } from '../store.ts';
import { basicAuth } from './basic-auth.ts';
import { DeskPage, RequestList } from './DeskPage.tsx';
import { createSearch, deskAddress, type ListQuery } from './list-query.ts';
import { ConfirmDeletion, RequestCard } from './RequestCard.tsx';

const PAGE_SIZE = 20;
/** Nothing else is asked of the store: PostgreSQL refuses a statement with U+0000 in it. */
const ID = /^[\w-]{1,64}$/;

interface DeskParts {
  password: string;
  /** Number of trusted proxies in front. */
  trustProxy: number;
  company: () => string;
  assets: Assets;
  stylesheet: () => string;
  callbacks: Callbacks;
  sharedWindows: SharedWindows | null;
  log: Logger;
}

/** `/callbacks`, where staff see whom to ring and mark whom they have rung. */
export function createDesk(parts: DeskParts): Express {
  const { password, trustProxy, company, assets, stylesheet, log } = parts;
  const { store, outbox } = parts.callbacks;
  const page = (title: string, children: ReactNode) =>
    `<!DOCTYPE html>${renderToStaticMarkup(
      createElement(DeskPage, { title, company: company(), stylesheet: stylesheet(), children }),
    )}`;

  const desk = express().disable('x-powered-by').disable('etag').set('query parser', 'simple');
  desk.set('trust proxy', trustProxy);
  desk.use('/static', serveAssets(assets, 'static'));
  desk.use(
    ['/callbacks', '/callbacks.csv'],
    (...request) => secured(stylesheet())(...request),
    basicAuth(password, trustProxy, parts.sharedWindows),
    refuseForeignForms,
  );

  desk.get('/callbacks', async (request, response) => {
    const query = queryOf(request);
    const { search = '', after } = query;
    const isWanted = createSearch(search);
    const limit = search ? Infinity : PAGE_SIZE + 1;
    const found: StoredCallback[] = [];
    for await (const callback of store.list({ order: 'newest', limit, ...(after && { after }) })) {
      if (isWanted(callback.fields)) found.push(callback);
      if (found.length > PAGE_SIZE) break;
    }
    const requests = found.slice(0, PAGE_SIZE);
    const last = requests.at(-1);
    const older = last && found.length > PAGE_SIZE ? { ...query, after: last.id } : null;
    const list = createElement(RequestList, { requests, query, older });
    response.type('html').send(page('Callback requests', list));
  });

  desk.get('/callbacks.csv', async (_request, response) => {
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
    const card = createElement(RequestCard, { request: found, query: {} });
    response.type('html').send(page('Callback request', card));
  });
  desk.get('/callbacks/:id/delete', async (request, response, next) => {
    const found = await store.find(request.params.id);
    if (!found) return next();
    const question = createElement(ConfirmDeletion, { request: found, query: queryOf(request) });
    response.type('html').send(page('Delete this request?', question));
  });

  const actions: Record<string, (id: string) => Promise<boolean>> = {
    called: (id) => store.mark(id, true),
    'not-called': (id) => store.mark(id, false),
    retry: (id) => store.deliveries.retry(id),
    delete: (id) => store.erase(id),
  };
  for (const [name, act] of Object.entries(actions))
    desk
      .route(`/callbacks/:id/${name}`)
      .post(async (request, response, next) => {
        const { id } = request.params;
        if (!(await act(id))) return next();
        log.info({ id, action: name }, 'callback request changed at the desk');
        if (name === 'retry') outbox.wake();
        response.redirect(303, deskAddress('/callbacks', queryOf(request)));
      })
      .all((request, response, next) => {
        if (request.method === 'POST') return next();
        methodNotAllowed(response, 'POST');
      });

  desk.use((_request, response) => {
    response.status(404).type('text/plain').send('Not Found\n');
  });
  desk.use(((error, _request, response, next) => {
    if (error instanceof URIError) return replyText(response, 400, 'Bad Request\n');
    log.error({ err: error }, 'the desk could not answer');
    if (response.headersSent) return next(error);
    response.status(503).type('text/plain').send('The store cannot be read or written.\n');
  }) satisfies ErrorRequestHandler);
  return desk;
}

function queryOf({ query }: Request): ListQuery {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const search = text(query.mobile)?.trim();
  const after = text(query.after);
  return { ...(search && { search }), ...(after && ID.test(after) && { after }) };
}

const refuseForeignForms: RequestHandler = (request, response, next) => {
  if (request.method !== 'POST' || !isCrossSite(request.headers, '')) return next();
  response.status(403).type('text/plain').send('This form is not from the desk.\n');
};

/**
 * No scripts and nothing from elsewhere. The referrer policy is `same-origin` because `no-referrer`
 * would hide the origin of the desk's own forms.
 */
function secured(stylesheet: string): RequestHandler {
  const hash = createHash('sha256').update(stylesheet).digest('base64');
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: [`'sha256-${hash}'`],
        fontSrc: ["'self'"],
        imgSrc: ['data:'],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: false,
  });
  return (request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    secure(request, response, next);
  };
}
