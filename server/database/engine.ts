import type { Logger } from 'pino';
import type { Metrics } from '../ops/metrics.ts';

/** SQL text and its values for $1, $2 and so on. */
export type Statement = readonly [sql: string, ...values: Value[]];
export type Value = string | number | null;
export type Row = Record<string, Value>;

/**
 * Builds a statement from a template. A part is a value, or a statement whose values are
 * renumbered.
 */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Value | Statement)[]) {
  const values: Value[] = [];
  const text = texts.reduce((before, after, index) => {
    const part = parts[index - 1] as Value | Statement;
    if (!(part instanceof Object)) return `${before}$${values.push(part)}${after}`;
    const [inner, ...others] = part;
    const place = (_: string, number: string) => `$${values.length + Number(number)}`;
    const renumbered = inner.replace(/\$(\d+)/g, place);
    values.push(...others);
    return before + renumbered + after;
  });
  return [text, ...values] as const;
}

/** Joins values or statements with commas. An empty list is NULL, which nothing is in. */
export const sqlList = (parts: readonly (Value | Statement)[]) =>
  (parts.length > 0 ? parts : [null])
    .map((part) => sql`${part}`)
    .reduce((before, part) => sql`${before}, ${part}`);

/** The longest wait of a call for other users of the database: a visitor waits 5.5 s in all. */
export const CALL_TIMEOUT_MS = 4000;

/** Returns the milliseconds of a monotonic clock that threads share. */
export const monotonicMs = () => Number(process.hrtime.bigint() / 1_000_000n);

export interface EngineDeps {
  log: Logger;
  metrics: Pick<Metrics, 'storeErrors'> | null;
  /** When false, a missing database is an error and nothing is created. */
  create: boolean;
  /** When true, this process had the database open before, and a newer one may have changed it. */
  isReopened: boolean;
}

export interface TransactionOptions {
  until: number;
  isDryRun?: boolean;
}

/** The operations that SQLite and PostgreSQL both implement. */
export interface Engine {
  /**
   * Resolves with the reason when the connection has ended, and the database has to be opened
   * again.
   */
  lost?: Promise<Error>;
  /**
   * Runs statements, all or none, and returns the rows of each. They are durable once the promise
   * resolves.
   * @param options.until the time to stop waiting for the database, by `monotonicMs`
   * @param options.isDryRun rolls the transaction back at its end
   */
  transaction(statements: readonly Statement[], options: TransactionOptions): Promise<Row[][]>;
  /** Removes deleted data from the disk. */
  scrub?(): Promise<void>;
  /** Deletes personal data received before this time from quarantined databases. */
  purgeQuarantined?(before: Date): Promise<void>;
  close(): Promise<void>;
}

/** The differences between the SQL of the engines. */
export type Dialect = typeof SQLITE;

export const SQLITE = {
  /** The type of an auto-incrementing key. */
  serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  /** The clause that makes other processes skip the rows being claimed. */
  skipLocked: '', // there is one writer at a time
  /** Returns a query that has a row when the table exists. */
  findTable: (table: string) => `SELECT 1 FROM sqlite_master WHERE name = '${table}'`,
};

export const POSTGRES: Dialect = {
  serial: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  // Not `to_regclass`, which may answer from before another process created the table.
  findTable: (table) =>
    `SELECT 1 FROM pg_tables WHERE schemaname = ANY (current_schemas(false)) AND tablename = '${table}'`,
};
