import type { Pool, PoolClient } from 'pg';
import { withTimeout } from '../ops/async.ts';
import {
  CALL_TIMEOUT_MS,
  type Engine,
  type EngineDeps,
  monotonicMs,
  POSTGRES,
  type Row,
  type TransactionOptions,
} from './engine.ts';
import {
  assertSchemaKnown,
  logMigration,
  type MigrationConnection,
  migrate,
} from './migrations.ts';

/**
 * The connection timeout: half of a call's time, so that the other half is left for its statements.
 */
const CONNECT_TIMEOUT_MS = CALL_TIMEOUT_MS / 2;
/** The longest time of a migration, with the wait for another replica's. */
const MIGRATION_TIMEOUT_MS = 5 * 60_000;
/** The longest wait for a lock on a table; the migration is tried again later. */
const MIGRATION_LOCK_TIMEOUT_MS = 2000;
/** The most connections of one replica. */
const MAX_CONNECTIONS = 3;
/** The key of the lock under which replicas migrate one after another. Any number will do. */
const SCHEMA_LOCK_KEY = 7_070_123;

/** Opens the engine that replicas share. Loads its driver on first use. */
export async function openPostgres(
  url: string,
  { log, create, isReopened }: EngineDeps,
): Promise<Engine> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'website',
  });
  // When an idle connection breaks, the next call opens another.
  pool.on('error', (error) => log.warn({ err: error }, 'a connection to PostgreSQL was lost'));
  // The pool listens to idle connections only, and an error without a listener ends the process.
  // When a connection in use breaks, its statement rejects.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await prepareTables(pool, { create, isReopened, log });
  } catch (error) {
    await pool.end();
    throw error;
  }

  return {
    transaction: (statements, options) =>
      inTransaction(pool, options, async (client) => {
        const results: Row[][] = [];
        for (const [sql, ...values] of statements)
          results.push((await client.query(sql, values)).rows);
        return results;
      }),
    close: () => pool.end(),
  };
}

/**
 * Runs work in a transaction. An error ends the connection, and with it the transaction: ROLLBACK
 * would wait on a connection that hangs.
 */
async function inTransaction<T>(
  pool: Pool,
  { until, isDryRun = false }: TransactionOptions,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const timeoutMs = Math.max(1, until - monotonicMs());
  const end = isDryRun ? 'ROLLBACK' : 'COMMIT';
  try {
    const result = await withTimeout(runAndEnd(client, { timeoutMs, end }, work), timeoutMs, () => {
      throw new Error('PostgreSQL does not answer');
    });
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function runAndEnd<T>(
  client: PoolClient,
  { timeoutMs, end }: { timeoutMs: number; end: 'COMMIT' | 'ROLLBACK' },
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  // The server ends statements and idle transactions of a client that it can no longer reach. Not
  // as parameters of the connection, which PgBouncer refuses.
  await client.query(`BEGIN; SET LOCAL statement_timeout = ${timeoutMs};
    SET LOCAL idle_in_transaction_session_timeout = ${timeoutMs}`);
  const result = await work(client);
  await client.query(end);
  return result;
}

/**
 * Creates the tables, or brings them up to date.
 * @throws for a command without tables, and when a newer version of the site made them
 */
async function prepareTables(
  pool: Pool,
  { create, isReopened, log }: Pick<EngineDeps, 'create' | 'isReopened' | 'log'>,
): Promise<void> {
  const inTime = <T>(timeoutMs: number, work: (client: PoolClient) => Promise<T>) =>
    inTransaction(pool, { until: monotonicMs() + timeoutMs }, work);
  const connection = {
    query: (sql: string) => inTime(CALL_TIMEOUT_MS, (client) => connectionTo(client).query(sql)),
  };
  const hasTables = (await connection.query(POSTGRES.findTable('callbacks'))).length > 0;
  if (!create && !hasTables) throw new Error('the site has no tables in this database');
  if (!isReopened) await assertSchemaKnown(POSTGRES, connection);
  const versions = await migrate({
    dialect: POSTGRES,
    connection,
    transaction: (work) =>
      inTime(MIGRATION_TIMEOUT_MS, async (client) => {
        await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK_KEY]);
        // Requests of older processes queue behind a lock that waits, for pg_dump for example.
        await client.query(`SET LOCAL lock_timeout = ${MIGRATION_LOCK_TIMEOUT_MS}`);
        await work(connectionTo(client));
      }),
  });
  logMigration(log, versions);
}

const connectionTo = (client: PoolClient): MigrationConnection => ({
  query: async (sql) => (await client.query(sql)).rows,
  async execute(sql) {
    await client.query(sql);
  },
});
