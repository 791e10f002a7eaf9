import { describe } from 'vitest';
import { testMigrations } from '../../test/support/callbacks/migration-contract.ts';
import { SQLITE_ENGINE } from '../../test/support/callbacks/sqlite-engine.ts';

describe('migrations in SQLite', () => {
  testMigrations(() => SQLITE_ENGINE);
});
