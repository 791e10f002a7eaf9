import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

test('started as it is served, the site runs the code that V8 compiled while it was built, as it was written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'data-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const index = pathToFileURL(resolve('dist/server/index.js')).href;
  const tell = `import('${index}').then(({ script }) => {
    process.stdout.write(String(script.cachedDataRejected));
    process.exit();
  })`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', tell], {
    // Its "2–4" is understood by a regular expression that is not written in ASCII.
    env: { DATA_DIR: folder, SITE_FILE: resolve('docs/site.example.json') },
  });
  expect(stdout).toBe('false');
});
