import type { Logger } from 'pino';
import type { Metrics } from '../ops/metrics.ts';

/** SQL with its values for $1, $2 and so on. */
export type Statement = readonly [sql: string, ...values: Value[]];
export type Value = string | number | null;
export type Row = Record<string, Value>;

/** A statement with its values where they belong, or with parts that are statements themselves. */
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

/** Values or parts of statements, with commas between them. Of none it is NULL, which nothing is in. */
export const listed = (parts: readonly (Value | Statement)[]) =>
  (parts.length > 0 ? parts : [null])
    .map((part) => sql`${part}`)
    .reduce((before, part) => sql`${before}, ${part}`);

/** Longest that a call waits for others that use the database: a visitor waits 5.5 s in all. */
export const CALL_TIMEOUT_MS = 4000;

/** Milliseconds of a clock that nobody sets and that threads share. */
export const monotonicMs = () => Number(process.hrtime.bigint() / 1_000_000n);

export interface EngineParts {
  log: Logger;
  metrics: Pick<Metrics, 'storeErrors'> | null;
  /** False: a missing database is an error, and nothing is created in its place. */
  create: boolean;
  schemas: readonly Schema[];
}

/** What a database does, by the one or the other program. */
export interface Engine {
  /** Resolves with the reason when it has ended, and the database has to be opened again. */
  lost?: Promise<Error>;
  /**
   * All or none, durable once answered: the rows of each.
   * @param until when to give up waiting for the database, by `monotonicMs`
   */
  transaction(statements: readonly Statement[], until: number): Promise<Row[][]>;
  /** Takes what was deleted off the disk. */
  scrub?(): Promise<void>;
  /** Erases personal data that came before from databases that were set aside. */
  purgeSetAside?(before: Date): Promise<void>;
  close(): Promise<void>;
}

/** Where the engines' SQL differs. */
export type Dialect = typeof SQLITE;

export const SQLITE = {
  /** Type of an auto-incrementing key. */
  serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  /** Makes other processes skip the rows being claimed. */
  skipLocked: '', // there is one writer at a time
  /** An expression: bytes on the disk of these tables, or of the whole file. */
  size: (..._tables: string[]) =>
    '(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())',
  /** A query with a row if there is such a table. */
  find: (table: string) => `SELECT 1 FROM sqlite_master WHERE name = '${table}'`,
};

export const POSTGRES: Dialect = {
  serial: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  size: (...tables) =>
    `(${tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ')})`,
  find: (table) => `SELECT 1 WHERE to_regclass('${table}') IS NOT NULL`,
};

/** A table of one part of the site, with what belongs to it, in the SQL of the engine that is open. */
export interface Schema {
  table: string;
  /** Statements that make it, and what belongs to it, where there is no such table. */
  create: readonly string[];
  /** Of a table of personal data: its column that says when each came, in milliseconds since 1970. */
  personalSince?: string;
}

/** The one table of personal data, and its column that says when each came. */
export function personalOf(schemas: readonly Schema[]): { table: string; time: string } {
  const { table, personalSince } = schemas.find((schema) => schema.personalSince) as Schema;
  return { table, time: personalSince as string };
}

/**
 * Makes the tables that are missing.
 * @param query runs one statement in the transaction of the caller
 */
export async function makeTables(
  { find }: Dialect,
  schemas: readonly Schema[],
  query: (sql: string) => Row[] | Promise<Row[]>,
): Promise<void> {
  for (const { table, create } of schemas) {
    const found = await query(find(table));
    if (found.length === 0) for (const statement of create) await query(statement);
  }
}
