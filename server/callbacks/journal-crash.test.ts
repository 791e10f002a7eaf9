import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { killRounds } from '../../test/support/kill-rounds.ts';
import { readCallbacks } from './store/reader.ts';

/** `node test/support/kill-rounds.ts 200` makes more of them. */
const ROUNDS = 25;

test('killed again and again while writing, a journal has every acknowledged request once', {
  timeout: 120_000,
}, async () => {
  const { acknowledged, lost, repeated } = await killRounds(ROUNDS);
  expect(acknowledged).toBeGreaterThan(ROUNDS);
  expect({ lost, repeated }).toEqual({ lost: [], repeated: [] });
});

// RLIMIT_FSIZE: the kernel takes a part of a write and refuses the rest (EFBIG), as a disk does
// that fills up within a record.
test('writes that the disk takes in part lose nothing that was acknowledged, and leave nothing that was refused', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'limit-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const writer = join(import.meta.dirname, '../../test/support/journal-writer.ts');
  const command = 'ulimit -f 8; exec "$0" "$@"'; // 8 blocks of 512 or 1024 bytes, as the shell counts them
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    command,
    process.execPath,
    writer,
    dataDir,
    'caller',
    '100',
  ]);
  const named = (sign: string) =>
    [...stdout.matchAll(new RegExp(`^\\${sign} (.*)$`, 'gm'))].map(([, name]) => name as string);
  const stored = (await readCallbacks(dataDir)).map(({ fields }) => fields.name);
  expect(named('-').length).toBeGreaterThan(0);
  expect(named('+').length).toBeGreaterThan(0);
  expect(stored.toSorted()).toEqual(named('+').toSorted());
});
