import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { killRounds, ROUNDS, ROUNDS_MS } from '../../test/support/callbacks/kill-rounds.ts';
import { namesIn, newDataDir } from '../../test/support/callbacks/stores.ts';

test('killed again and again while writing, a store has every acknowledged request once', {
  timeout: ROUNDS_MS,
}, async () => {
  const { acknowledged, lost, repeated } = await killRounds(await newDataDir());
  expect(acknowledged).toBeGreaterThan(ROUNDS);
  expect({ lost, repeated }).toEqual({ lost: [], repeated: [] });
});

// RLIMIT_FSIZE: the kernel accepts part of a write and refuses the rest (EFBIG), like a disk that
// fills up in the middle of a record.
test('a full disk loses no acknowledged request and keeps no refused one, and a purge makes room', async () => {
  const dataDir = await newDataDir();
  const writer = join(import.meta.dirname, '../../test/support/callbacks/callback-writer.ts');
  const command = 'ulimit -f 512; exec "$0" "$@"'; // blocks of 512 or 1024 bytes, as the shell counts
  const limited = (...args: string[]) =>
    promisify(execFile)('sh', ['-c', command, process.execPath, ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
    });
  const { stdout } = await limited(writer, dataDir, 'caller', '1500');
  const named = (sign: string) =>
    [...stdout.matchAll(new RegExp(`^\\${sign} (.*)$`, 'gm'))].map(([, name]) => name as string);
  expect(named('-').length).toBeGreaterThan(0);
  expect(named('+').length).toBeGreaterThan(0);
  expect((await namesIn(dataDir)).toSorted()).toEqual(named('+').toSorted());

  const commandLine = join(import.meta.dirname, '../callbacks/cli.ts');
  await limited(commandLine, '--purge-older-than', '0');
  expect(await namesIn(dataDir)).toEqual([]);
  expect((await limited(writer, dataDir, 'later', '5')).stdout.match(/^\+/gm)).toHaveLength(5);
});
