/** Where the engines' SQL differs. */
export interface Dialect {
  /** Type of an auto-incrementing key. */
  serial: string;
  /** Makes other processes skip the rows being claimed. */
  skipLocked: string;
  /** An expression: bytes on the disk. */
  size: string;
}

export const SQLITE: Dialect = {
  serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  skipLocked: '', // there is one writer at a time
  size: '(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())',
};

export const POSTGRES: Dialect = {
  serial: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  size: `(pg_total_relation_size('callbacks') + pg_total_relation_size('callback_deliveries'))`,
};
