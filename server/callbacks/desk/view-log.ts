import type { Response } from 'express';
import type { Logger } from 'pino';
import type { StoredCallback } from '../store/stored-callback.ts';

/** The highest number of remembered views. Beyond it all are forgotten, and logged once more. */
const MAX_LOGGED_VIEWS = 10_000;

export type LogViews = ReturnType<typeof createViewLog>;

/** Logs each request once for each member of staff, although lists reload every 30 seconds. */
export function createViewLog(log: Logger) {
  const loggedViews = new Set<string>();
  return ({ locals: { by } }: Response, requests: readonly StoredCallback[]): void => {
    const ids = requests.map(({ id }) => id).filter((id) => !loggedViews.has(`${id} ${by}`));
    if (ids.length === 0) return;
    if (loggedViews.size > MAX_LOGGED_VIEWS) loggedViews.clear();
    for (const id of ids) loggedViews.add(`${id} ${by}`);
    log.info({ by, ids }, 'callback requests seen at the desk');
  };
}
