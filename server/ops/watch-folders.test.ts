import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../test/support/site-file.ts';
import { watchFolders } from './watch-folders.ts';

test('looks every 2 s and soon after a change, however long none came', async () => {
  const folder = temporaryFolder();
  const stopping = new AbortController();
  const look = vi.fn(async () => false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const watching = watchFolders([folder], look, stopping.signal);
  await vi.advanceTimersByTimeAsync(1000 * 2000);
  expect(look).toHaveBeenCalledTimes(1000);
  writeFileSync(join(folder, 'post.md'), '# New');
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(10);
      return look.mock.calls.length;
    })
    .toBe(1001);
  stopping.abort();
  await watching;
});
