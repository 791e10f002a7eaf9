import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  createOlderStore,
  LATEST_VERSION,
  versionIn,
} from '../../test/support/callbacks/migration-contract.ts';
import { SQLITE_ENGINE } from '../../test/support/callbacks/sqlite-engine.ts';
import { databasePath, namesIn } from '../../test/support/callbacks/stores.ts';
import { spawnSite, startSiteProcess } from '../../test/support/site-process.ts';

/** An import that kills the process, its threads too, when it records that it applied a migration. */
const KILL_IN_MIGRATION = `--import=data:text/javascript,${encodeURIComponent(`
  import { DatabaseSync } from 'node:sqlite';
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    if (sql.includes('INSERT INTO schema_migrations VALUES (2,')) process.kill(process.pid, 'SIGKILL');
    return exec.call(this, sql);
  };`)}`;

describe('migrations at the start of a site', () => {
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
