import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import { FILE_NAME } from '../../database/sqlite-file.ts';
import { logErrors } from '../../ops/async.ts';
import { countMissing } from './import-callbacks.ts';

/** The delay before the check, and before the next attempt while the database is away. */
const DELAY_MS = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Warns of requests in an embedded database beside `DATABASE_URL`: they are in no list until they
 * are imported.
 */
export function warnOfEmbeddedRequests(deps: {
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'callbackRetentionDays'>;
  database: Database;
  log: Logger;
}) {
  const { config, database, log } = deps;
  const file = join(config.dataDir, FILE_NAME);
  let timer: NodeJS.Timeout | undefined;
  if (config.databaseUrl !== null && existsSync(file)) schedule();
  return { stop: () => clearTimeout(timer) };

  function schedule(): void {
    timer = setTimeout(logErrors(check), DELAY_MS).unref();
  }

  async function check(): Promise<void> {
    if (!database.opened) return schedule();
    const days = config.callbackRetentionDays;
    const since = new Date(days > 0 ? Date.now() - days * DAY_MS : 0);
    const requests = await countMissing(database, file, since);
    if (requests > 0)
      log.warn(
        { file, requests },
        'callback requests in the embedded database are not in DATABASE_URL: import them with node dist/server/callbacks.js --import FILE (npm run callbacks -- --import FILE), then delete the file',
      );
  }
}
