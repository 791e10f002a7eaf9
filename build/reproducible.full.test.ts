import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildSite } from '../esbuild.config.ts';

test('a second build of the same sources is the same, byte for byte', async () => {
  const out = mkdtempSync(join(tmpdir(), 'dist-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const { commit } = JSON.parse(readFileSync('dist/server/manifest.json', 'utf8'));
  vi.stubEnv('COMMIT', commit ?? ''); // of what is in dist; there may be another by now
  if (commit === null) vi.stubEnv('PATH', ''); // dist was built where there is no git
  onTestFinished(() => void vi.unstubAllEnvs());
  await buildSite({ out });
  const files = readdirSync('dist', { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice('dist/'.length));
  expect(files.length).toBeGreaterThan(50);
  const same = (file: string) =>
    readFileSync(join(out, file)).equals(readFileSync(join('dist', file)));
  expect(files.filter((file) => !same(file))).toEqual([]);
});
