import type { Response } from 'express';
import type { Logger } from 'pino';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Company } from '../../../shared/site/company.ts';
import type { Callbacks } from '../start-callbacks.ts';
import type { CallbackStore } from '../store/callback-store.ts';
import type { StoredCallback } from '../store/stored-callback.ts';
import { DeskLayout, type Page } from './DeskLayout.tsx';

/** The dependencies of the desk's pages. */
export interface DeskDeps {
  store: CallbackStore;
  send: SendPage;
  log: Logger;
  /** Returns the company as the latest edit of the site file has it. */
  getCompany: () => Company;
}

export type SendPage = (response: Response, page: Page) => void;

/** The highest number of remembered views. Beyond it all are forgotten, and logged once more. */
const MAX_LOGGED_VIEWS = 10_000;

/** Creates the function that logs who sees which requests, and sends the page that shows them. */
export function createPageSender(deps: {
  notices: Callbacks['notices'];
  log: Logger;
  getTheme: () => { company: string; stylesheet: string };
}): SendPage {
  const { notices, log, getTheme } = deps;
  const loggedViews = new Set<string>();
  return (response, page) => {
    const { by } = response.locals;
    logViews(by, page.requests ?? []);
    const failing = page.frame.failing.filter(({ channel }) => notices.isWatched(channel));
    const props = { ...page, ...getTheme(), by, frame: { ...page.frame, failing } };
    const html = renderToStaticMarkup(<DeskLayout {...props} />);
    response.type('html').send(`<!DOCTYPE html>${html}`);
  };

  /** Logs each request once for each member of staff, although lists reload every 30 seconds. */
  function logViews(by: string, requests: readonly StoredCallback[]): void {
    const ids = requests.map(({ id }) => id).filter((id) => !loggedViews.has(`${id} ${by}`));
    if (ids.length === 0) return;
    if (loggedViews.size > MAX_LOGGED_VIEWS) loggedViews.clear();
    for (const id of ids) loggedViews.add(`${id} ${by}`);
    log.info({ by, ids }, 'callback requests seen at the desk');
  }
}
