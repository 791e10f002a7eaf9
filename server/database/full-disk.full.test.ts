import { execFile, execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { namesIn, openAsSite, request } from '../../test/support/callbacks/stores.ts';

const COMMAND = join(import.meta.dirname, '../callbacks/cli.ts');
const DAY_MS = 24 * 60 * 60 * 1000;
const OLD = 2000;

/** A disk of 32 MB. */
function mountDisk(): string {
  const disk = mkdtempSync(join(tmpdir(), 'disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', disk]);
  onTestFinished(() => {
    execFileSync('umount', [disk]);
    rmdirSync(disk);
  });
  return disk;
}

/** As other programs on the same disk do, to the last byte. */
function fill(disk: string): void {
  const file = openSync(join(disk, 'of-others'), 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
  closeSync(file);
}

const large = (name: string) => request(name, { message: 'x'.repeat(1900) });

/** A store with requests of forty days ago, and one of today. */
async function filledStore(dataDir: string) {
  const store = openAsSite(dataDir);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 40 * DAY_MS });
  await Promise.all(
    Array.from({ length: OLD }, (_, number) => store.add(large(`caller ${number}`), ['php'])),
  );
  vi.useRealTimers();
  await store.add(large('Ann'), ['php']);
  await store.purge(new Date(0)); // as retention does every hour; it leaves SQLite's log empty
  return store;
}

function run(dataDir: string, ...args: string[]) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) =>
    execFile(
      process.execPath,
      [COMMAND, ...args],
      { env: { DATA_DIR: dataDir } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    ),
  );
}

test('on a disk that is full to the last byte requests and deletions are refused by that name, and taken again once there is room', async () => {
  const disk = mountDisk();
  const dataDir = join(disk, 'data');
  const store = await filledStore(dataDir);
  fill(disk);
  await expect(store.add(large('Bea'), [])).rejects.toThrow('the disk is full');
  const refused = await run(dataDir, '--purge-older-than', '30');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('The store cannot be read or written: the disk is full');
  rmSync(join(disk, 'of-others'));
  await store.add(large('Cay'), []);
  expect(await namesIn(dataDir)).toHaveLength(OLD + 2);
  expect(await run(dataDir, '--purge-older-than', '30')).toMatchObject({
    code: 0,
    stdout: `Deleted ${OLD} callback requests.\n`,
  });
  await store.close();
  expect(await namesIn(dataDir)).toEqual(['Ann', 'Cay']);
});
