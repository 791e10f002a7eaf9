import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Database, OpenDatabase, Row, Statement } from './database.ts';
import { POSTGRES } from './dialect.ts';
import { migrations, missingColumns } from './schema.ts';

const CONNECTIONS = 5;
/** Half of the longest that a visitor waits. */
const CONNECT_TIMEOUT_MS = 5000;
const QUERY_TIMEOUT_MS = 5000;
/**
 * Key of the lock under which replicas that start together update the schema one after another. Any
 * number will do.
 */
const MIGRATION_LOCK = 7_070_123;

interface Place {
  url: string;
  log: Logger;
  /** Whether to make the tables where there are none. */
  create: boolean;
}

/** The engine that replicas share. Loads its driver when it is first opened. */
export const openPostgres =
  ({ url, log, create }: Place): OpenDatabase =>
  async () => {
    const { default: pg } = await import('pg');
    const pool = new pg.Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'website',
    });
    // When an idle connection breaks, the next call makes another.
    pool.on('error', (error) => log.warn({ err: error }, 'a connection to PostgreSQL was lost'));
    try {
      await inTransaction(pool, (client) => migrate(client, create));
    } catch (error) {
      await pool.end();
      throw error;
    }
    return new PostgresDatabase(pool);
  };

class PostgresDatabase implements Database {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  run(_purpose: unknown, statements: readonly Statement[]): Promise<Row[][]> {
    return inTransaction(this.#pool, async (client) => {
      const results: Row[][] = [];
      for (const [sql, ...values] of statements)
        results.push((await client.query(sql, values)).rows);
      return results;
    });
  }

  async purgeSetAside(): Promise<void> {}

  close(): Promise<void> {
    return this.#pool.end();
  }
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function migrate(client: PoolClient, create: boolean): Promise<void> {
  const table = await client.query("SELECT to_regclass('callback_schema') AS name");
  if (!create && table.rows[0].name === null)
    throw new Error('there is no callback store in this database');
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await client.query('CREATE TABLE IF NOT EXISTS callback_schema (version INTEGER NOT NULL)');
  const { rows } = await client.query('SELECT max(version) AS version FROM callback_schema');
  const version = Number(rows[0].version);
  const steps = migrations(POSTGRES);
  for (const sql of steps.slice(version).flat()) await client.query(sql);
  if (version < steps.length)
    await client.query('INSERT INTO callback_schema VALUES ($1)', [steps.length]);
  const columns = await client.query(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = 'callbacks'::regclass AND attnum > 0 AND NOT attisdropped`,
  );
  for (const sql of missingColumns(columns.rows.map(({ name }) => name))) await client.query(sql);
}
