import type { Row } from './database.ts';

/** The tables of one part of the site, in the SQL of the engine that is open. */
export interface Schema {
  /** The part keeps its version in a table of this name, which ends in `_schema`. */
  name: string;
  /**
   * Steps from one version to the next. A released step never changes. Steps only add, so that the
   * previous version of the site still works during a rolling deploy.
   */
  steps: readonly (readonly string[])[];
  /** A table that gets each of these columns, by name and definition, that it lacks. */
  columns?: { table: string; wanted: readonly (readonly [name: string, definition: string])[] };
  /** A table of personal data, and its column that says when each came, in milliseconds since 1970. */
  personal?: { table: string; time: string };
}

/**
 * Brings every part's tables to their newest version. A later version's tables stay as they are.
 * @param query runs one statement in the transaction of the caller
 * @param columnsOf a query for the columns of a table, as `name`
 */
export async function migrate(
  schemas: readonly Schema[],
  query: (sql: string) => Row[] | Promise<Row[]>,
  columnsOf: (table: string) => string,
): Promise<void> {
  for (const { name, steps, columns } of schemas) {
    await query(`CREATE TABLE IF NOT EXISTS ${name} (version INTEGER NOT NULL)`);
    const [row] = await query(`SELECT max(version) AS version FROM ${name}`);
    const version = Number(row?.version);
    for (const sql of steps.slice(version).flat()) await query(sql);
    if (version < steps.length) await query(`INSERT INTO ${name} VALUES (${steps.length})`);
    if (!columns) continue;
    const present = (await query(columnsOf(columns.table))).map((column) => column.name);
    for (const [column, definition] of columns.wanted)
      if (!present.includes(column))
        await query(`ALTER TABLE ${columns.table} ADD COLUMN ${column} ${definition}`);
  }
}
