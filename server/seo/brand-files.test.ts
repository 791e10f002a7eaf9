import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readColours } from '../../build/tokens.ts';
import { brandFiles } from './brand-files.ts';

const PICTURE = '/social/home.png';

test('a picture that cannot be drawn is nothing, logged once, until it can be', async () => {
  const publicDir = mkdtempSync(join(tmpdir(), 'brand-files-'));
  onTestFinished(() => rmSync(publicDir, { recursive: true }));
  const log = { error: vi.fn() };
  const files = brandFiles({ icon: '<svg/>', colours: readColours(), publicDir }, null, log);
  const bytesOf = (path: string) => files.find((file) => file.path === path)?.bytes();

  expect(await bytesOf(PICTURE)).toBeUndefined();
  expect(await bytesOf(PICTURE)).toBeUndefined();
  expect(log.error).toHaveBeenCalledTimes(1);
  // The five icons are drawn together, by a thread whose program is not there.
  expect(await bytesOf('/favicon.ico')).toBeUndefined();
  expect(await bytesOf('/icon-192.png')).toBeUndefined();
  expect(log.error).toHaveBeenCalledTimes(2);

  mkdirSync(dirname(publicDir + PICTURE));
  cpSync(`public${PICTURE}`, publicDir + PICTURE);
  expect(String(await bytesOf(PICTURE)).slice(1, 4)).toBe('PNG');
  expect(log.error).toHaveBeenCalledTimes(2);
});
