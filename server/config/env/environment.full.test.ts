import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a secret file that is a device is named by its variable at once', () => {
  for (const name of ['DESK_PASSWORD_FILE', 'DATABASE_URL_FILE']) {
    const { status, stderr } = spawnSync(process.execPath, ['dist/server/start.js'], {
      env: { [name]: '/dev/zero' },
      encoding: 'utf8',
      timeout: 60_000, // nothing counts on this: a device never ends
    });
    expect(stderr).toBe(`${name}: the file cannot be read (it is not a regular file)\n`);
    expect(status).toBe(1);
  }
});
