/** Where the engines' SQL differs. */
export interface Dialect {
  /** Type of an auto-incrementing key. */
  serial: string;
  /** Makes other processes skip the rows being claimed. */
  skipLocked: string;
  /** An expression: bytes on the disk of these tables, or of the whole file. */
  size(...tables: string[]): string;
  /** A query for the columns of a table, as `name`. */
  columnsOf(table: string): string;
  /** How texts are searched: by SQLite's FTS5, or PostgreSQL's type `tsvector`. */
  fullText: 'fts5' | 'tsvector';
}

export const SQLITE: Dialect = {
  serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  skipLocked: '', // there is one writer at a time
  size: () => '(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())',
  columnsOf: (table) => `SELECT name FROM pragma_table_info('${table}')`,
  fullText: 'fts5',
};

export const POSTGRES: Dialect = {
  serial: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  size: (...tables) =>
    `(${tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ')})`,
  columnsOf: (table) => `SELECT attname AS name FROM pg_attribute
    WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped`,
  fullText: 'tsvector',
};
