import { DatabaseSync } from 'node:sqlite';
import { type Row, SQLITE } from '../../../server/database/engine.ts';
import { temporaryFolder } from '../site-file.ts';
import type { Engine } from './migration-contract.ts';
import { databasePath } from './stores.ts';

/** SQLite in a folder of its own. */
export const SQLITE_ENGINE: Engine = {
  name: 'sqlite',
  dialect: SQLITE,
  async create(sql) {
    const dataDir = temporaryFolder();
    using database = new DatabaseSync(databasePath(dataDir));
    database.exec(sql);
    return dataDir;
  },
  async run(dataDir, sql) {
    using database = new DatabaseSync(databasePath(dataDir));
    if (sql.startsWith('SELECT')) return database.prepare(sql).all() as Row[];
    database.exec(sql);
    return [];
  },
};
