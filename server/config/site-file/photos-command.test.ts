import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

test('the command of the container names both files of a photo and how to make them', async () => {
  const script = 'server/config/site-file/photos-command.ts';
  const { stdout } = await run(process.execPath, [script, 'yard.jpg', 'about']);
  expect(stdout).toContain('-resize 600 400 yard.jpg -o photos/about-600.webp');
  expect(stdout).toContain('-resize 1200 800 yard.jpg -o photos/about-1200.webp');
  expect(stdout).toContain('npm run photos -- yard.jpg about');
});
