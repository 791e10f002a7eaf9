import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Dialect, Row } from './engine.ts';

/** The files of SQL are beside this one, both in the source and in the build. */
const FOLDER = join(import.meta.dirname, 'migrations');

/** The code of the error about a database that a newer version of the site made. */
export const NEWER_SCHEMA = 'NEWER_SCHEMA';

/** A connection to a database that is being opened. */
export interface MigrationConnection {
  /** Runs a query without values. */
  query(sql: string): Promise<Row[]>;
  /** Runs several statements without values. */
  execute(sql: string): Promise<void>;
}

/** The differences between the engines while a database is being opened. */
export interface MigrationDeps {
  dialect: Dialect;
  /** A connection outside of any transaction. */
  connection: Pick<MigrationConnection, 'query'>;
  /** Runs work in a transaction, while no other process is in one. */
  transaction(work: (connection: MigrationConnection) => Promise<void>): Promise<void>;
}

/** Loads the SQL of every version in order; the first file makes version 1. */
export const loadMigrations = ({ serial }: Pick<Dialect, 'serial'>): string[] =>
  readdirSync(FOLDER)
    .sort()
    .map((name) => readFileSync(join(FOLDER, name), 'utf8').replaceAll(':SERIAL_KEY', serial));

/** Returns the version of a database; 0 when it is empty or was made by a build without versions. */
export async function readSchemaVersion(
  { findTable }: Dialect,
  connection: Pick<MigrationConnection, 'query'>,
): Promise<number> {
  const [table] = await connection.query(findTable('schema_migrations'));
  if (!table) return 0;
  const [row] = await connection.query('SELECT max(number) AS version FROM schema_migrations');
  return Number(row?.version);
}

/**
 * Rejects a database that a newer version of the site made.
 * @throws with the code NEWER_SCHEMA
 */
export async function assertSchemaKnown(
  dialect: Dialect,
  connection: Pick<MigrationConnection, 'query'>,
): Promise<void> {
  const version = await readSchemaVersion(dialect, connection);
  const latest = loadMigrations(dialect).length;
  if (version <= latest) return;
  const message = `the database has version ${version}, but this version of the site knows versions up to ${latest}: start the newer version of the site that made it, or restore a backup`;
  throw Object.assign(new Error(message), { code: NEWER_SCHEMA });
}

/**
 * Brings a database up to date, one version a transaction.
 * @returns the versions before and after
 */
export async function migrate(deps: MigrationDeps): Promise<{ from: number; to: number }> {
  const { dialect, connection, transaction } = deps;
  const migrations = loadMigrations(dialect);
  const from = await readSchemaVersion(dialect, connection);
  let to = from;
  while (to < migrations.length)
    await transaction(async ({ query, execute }) => {
      // Another process may have brought it up to date meanwhile.
      to = await readSchemaVersion(dialect, { query });
      const migration = migrations[to];
      if (!migration) return;
      await execute(migration);
      to += 1;
      await execute(`CREATE TABLE IF NOT EXISTS schema_migrations (
          number INTEGER PRIMARY KEY,
          applied_at BIGINT NOT NULL
        );
        INSERT INTO schema_migrations VALUES (${to}, ${Date.now()})`);
    });
  return { from, to };
}

/** Logs that an existing database was brought up to date. */
export function logMigration(log: Logger, { from, to }: { from: number; to: number }): void {
  if (from > 0 && from < to)
    log.info({ from, to }, 'the database was brought up to date for this version of the site');
}
