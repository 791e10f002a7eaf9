import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import {
  createOlderStore,
  type Engine,
  LATEST_VERSION,
  testMigrations,
  versionIn,
} from '../../test/support/callbacks/migration-contract.ts';
import { databasePath, namesIn } from '../../test/support/callbacks/stores.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';
import { spawnSite, startSiteProcess } from '../../test/support/site-process.ts';
import { type Row, SQLITE } from './engine.ts';

const SQLITE_ENGINE: Engine = {
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

/** An import that kills the process, its threads too, when it records that it applied a migration. */
const KILL_IN_MIGRATION = `--import=data:text/javascript,${encodeURIComponent(`
  import { DatabaseSync } from 'node:sqlite';
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    if (sql.includes('INSERT INTO schema_migrations VALUES (2,')) process.kill(process.pid, 'SIGKILL');
    return exec.call(this, sql);
  };`)}`;

describe('migrations in SQLite', () => {
  testMigrations(() => SQLITE_ENGINE);

  test('leave a killed process the version before, and its successor goes on', async () => {
    const DATA_DIR = await createOlderStore(SQLITE_ENGINE);
    const killed = await spawnSite({ DATA_DIR }, [KILL_IN_MIGRATION]);
    expect(await killed.ended).toBeNull();
    expect(await versionIn(SQLITE_ENGINE, DATA_DIR)).toBe(1);
    await startSiteProcess({ DATA_DIR });
    expect(await versionIn(SQLITE_ENGINE, DATA_DIR)).toBe(LATEST_VERSION);
    expect(await namesIn(DATA_DIR)).toHaveLength(3);
  });

  test('end a start with a newer database by a line with both numbers', async () => {
    const DATA_DIR = await createOlderStore(SQLITE_ENGINE);
    await SQLITE_ENGINE.run(
      DATA_DIR,
      `CREATE TABLE schema_migrations (number INTEGER PRIMARY KEY, applied_at BIGINT NOT NULL);
       INSERT INTO schema_migrations VALUES (41, 0)`,
    );
    const before = readFileSync(databasePath(DATA_DIR));
    const site = await spawnSite({ DATA_DIR });
    expect(await site.ended).toBe(1);
    const [line] = site.log().filter(({ level }) => level === 60);
    expect(line?.msg).toMatch(new RegExp(`version 41\\b.* up to ${LATEST_VERSION}\\b`));
    expect(readFileSync(databasePath(DATA_DIR)).equals(before)).toBe(true);
  });
});
