import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import {
  type Row,
  SQLITE,
  type Statement,
  sql,
  sqlList,
  type Value,
} from '../../database/engine.ts';
import { assertSchemaKnown } from '../../database/migrations.ts';
import { assertIntact, connectionTo, FILE_NAME } from '../../database/sqlite-file.ts';
import { DAY_MS } from '../../ops/durations.ts';

/** The number of requests that are read and written at once. */
const BATCH_SIZE = 100;

/** The columns that mean something in their own database alone. */
const LOCAL_COLUMNS = new Set(['number', 'digest', 'opened_by', 'opened_at', 'claimed_at']);

/** The tables with rows of a request, besides its own. */
const DETAIL_TABLES = ['callback_deliveries', 'callback_saves'] as const;

/**
 * Copies the requests of an embedded database, with their deliveries and what staff saved, into
 * another database. A request that is there already stays as it is.
 * @param path the file, which no site needs to have open
 * @throws when the file is no intact database of a site, or a newer version of the site made it
 */
export async function importCallbacks(database: Database, path: string) {
  using source = openForReading(path);
  assertIntact(source);
  await assertSchemaKnown(SQLITE, connectionTo(source));
  let imported = 0;
  let known = 0;
  for (const requests of readBatches(source)) {
    const missing = await filterMissing(database, requests);
    known += requests.length - missing.length;
    if (missing.length === 0) continue;
    const statements = missing.map((request) => insertRequest(request));
    const details = missing.flatMap((request) => insertDetails(source, request));
    const results = await database.transaction([...statements, ...details]);
    const inserted = results.slice(0, missing.length).flat().length;
    imported += inserted;
    known += missing.length - inserted;
  }
  return { imported, known };
}

/**
 * Warns of requests in an embedded database beside `DATABASE_URL`: they are in no list until they
 * are imported.
 */
export async function warnOfEmbeddedRequests(deps: {
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'callbackRetentionDays'>;
  database: Database;
  log: Logger;
}): Promise<void> {
  const { config, database, log } = deps;
  const file = join(config.dataDir, FILE_NAME);
  if (config.databaseUrl === null || !existsSync(file)) return;
  const days = config.callbackRetentionDays;
  const receivedSince = days > 0 ? Date.now() - days * DAY_MS : 0;
  const requests = await countMissing(database, file, receivedSince);
  if (requests > 0)
    log.warn(
      { file, requests },
      'callback requests in the embedded database are not in DATABASE_URL: import them with node dist/server/callbacks.js --import FILE (npm run callbacks -- --import FILE), then delete the file',
    );
}

async function countMissing(database: Database, path: string, receivedSince: number) {
  using source = openForReading(path);
  let count = 0;
  for (const requests of readBatches(source)) {
    const recent = requests.filter((row) => Number(row.received_at) >= receivedSince);
    count += (await filterMissing(database, recent)).length;
  }
  return count;
}

const openForReading = (path: string) => new DatabaseSync(path, { readOnly: true });

function* readBatches(source: DatabaseSync): Generator<Row[]> {
  const next = source.prepare('SELECT * FROM callbacks WHERE number > ? ORDER BY number LIMIT ?');
  for (let last = -1; ; ) {
    const rows = next.all(last, BATCH_SIZE) as Row[];
    if (rows.length === 0) return;
    yield rows;
    last = Number(rows.at(-1)?.number);
  }
}

async function filterMissing(database: Database, requests: readonly Row[]): Promise<Row[]> {
  const ids = requests.map(({ id }) => id as string);
  const found = await database.run(sql`SELECT id FROM callbacks WHERE id IN (${sqlList(ids)})`);
  const known = new Set(found.map(({ id }) => id));
  return requests.filter(({ id }) => !known.has(id as string));
}

function insertRequest(request: Row): Statement {
  const { columns, values } = portable(request);
  return sql`INSERT INTO callbacks (${[columns]}) VALUES (${sqlList(values)})
    ON CONFLICT DO NOTHING RETURNING id`;
}

function insertDetails(source: DatabaseSync, { id, number }: Row): Statement[] {
  return DETAIL_TABLES.flatMap((table) => {
    const rows = source.prepare(`SELECT * FROM ${table} WHERE number = ?`).all(number as number);
    return (rows as Row[]).map((row) => {
      const { columns, values } = portable(row);
      return sql`INSERT INTO ${[table]} (number, ${[columns]})
        SELECT number, ${sqlList(values)} FROM callbacks WHERE id = ${id as string}
        ON CONFLICT DO NOTHING`;
    });
  });
}

/** Returns the columns of a row that other databases have, too, as SQL, and their values. */
function portable(row: Row): { columns: string; values: Value[] } {
  const names = Object.keys(row).filter((name) => /^\w+$/.test(name) && !LOCAL_COLUMNS.has(name));
  return { columns: names.join(', '), values: names.map((name) => row[name] as Value) };
}
