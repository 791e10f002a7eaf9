import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/site-file.ts';
import { end, startSiteProcess } from '../../test/support/site-process.ts';

const WARNING = /another process \(\d+\) has the database of this process \(\d+\) open/;

test('warns with both process ids when a second site opens one database', async () => {
  const DATA_DIR = temporaryFolder();
  const recorded = () => existsSync(join(DATA_DIR, 'site.pid'));
  const first = await startSiteProcess({ DATA_DIR });
  // A site listens before its database is open.
  await expect.poll(recorded).toBe(true);
  const second = await startSiteProcess({ DATA_DIR });
  const warnings = () => second.log().filter(({ msg }) => WARNING.test(String(msg)));
  await expect
    .poll(warnings)
    .toMatchObject([{ level: 40, pid: second.process.pid, otherPid: first.process.pid }]);
  expect(first.output()).not.toMatch(WARNING);
  await end(second.process, 'SIGTERM');
  await end(first.process, 'SIGTERM');
  expect(recorded()).toBe(false);
});

test('does not warn of a process that was killed', async () => {
  const DATA_DIR = temporaryFolder();
  const first = await startSiteProcess({ DATA_DIR });
  await end(first.process, 'SIGKILL');
  const second = await startSiteProcess({ DATA_DIR });
  expect(second.output()).not.toMatch(WARNING);
});
