import type { Pool, PoolClient } from 'pg';
import { withTimeout } from '../ops/async.ts';
import {
  CALL_TIMEOUT_MS,
  createMissingTables,
  type Engine,
  type EngineDeps,
  monotonicMs,
  POSTGRES,
  personalDataTable,
  type Row,
  type Schema,
} from './engine.ts';

/**
 * The connection timeout: half of a call's time, so that the other half is left for its statements.
 */
const CONNECT_TIMEOUT_MS = CALL_TIMEOUT_MS / 2;
/**
 * The key of the lock under which replicas create the tables one after another. Any number will do.
 */
const SCHEMA_LOCK_KEY = 7_070_123;

/**
 * Opens the engine that replicas share. Loads its driver on first use.
 * @param connections the largest number of connections
 */
export async function openPostgres(
  url: string,
  connections: number | undefined,
  { log, create, schemas }: EngineDeps,
): Promise<Engine> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    ...(connections && { max: connections }),
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
    await inTransaction(pool, monotonicMs() + CALL_TIMEOUT_MS, (client) =>
      createTables(client, schemas, create),
    );
  } catch (error) {
    await pool.end();
    throw error;
  }

  return {
    transaction: (statements, until) =>
      inTransaction(pool, until, async (client) => {
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
  until: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const timeoutMs = Math.max(1, until - monotonicMs());
  try {
    const result = await withTimeout(runAndCommit(client, timeoutMs, work), timeoutMs, () => {
      throw new Error('PostgreSQL does not answer');
    });
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function runAndCommit<T>(
  client: PoolClient,
  timeoutMs: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  // The server ends statements and idle transactions of a client that it can no longer reach. Not
  // as parameters of the connection, which PgBouncer refuses.
  await client.query(`BEGIN; SET LOCAL statement_timeout = ${timeoutMs};
    SET LOCAL idle_in_transaction_session_timeout = ${timeoutMs}`);
  const result = await work(client);
  await client.query('COMMIT');
  return result;
}

async function createTables(client: PoolClient, schemas: readonly Schema[], create: boolean) {
  if (!create) {
    const { rows } = await client.query(POSTGRES.findTable(personalDataTable(schemas).table));
    if (rows.length === 0) throw new Error('the site has no tables in this database');
  }
  await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK_KEY]);
  await createMissingTables(POSTGRES, schemas, async (sql) => (await client.query(sql)).rows);
}
