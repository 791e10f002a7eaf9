import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSiteProcess } from '../support/site-process.ts';

/** Programs of owners and operators: docs/owner.md, docs/deployment.md and docs/staff.md name them. */
const PROGRAMS = ['start', 'setup', 'golive', 'callbacks', 'content-check'];

let release: string;

beforeAll(() => {
  release = mkdtempSync(join(tmpdir(), 'release-'));
  // `npm run pack` builds first; here the tests have done so.
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', release], {
    encoding: 'utf8',
  });
  execFileSync('tar', ['-xzf', packed.trim(), '--strip-components=1'], { cwd: release });
});
afterAll(() => rmSync(release, { recursive: true }));

describe('release archive', () => {
  test('serves the site with Node alone', async () => {
    expect(existsSync(join(release, 'node_modules'))).toBe(false);
    const site = await startSiteProcess({}, [], join(release, 'dist/server/start.js'));
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    // The release workflow runs the same.
    const tried = execFileSync('sh', ['deploy/try-release.sh', site.url], { encoding: 'utf8' });
    expect(tried).toContain('works');
    await expect
      .poll(() => site.log().find(({ msg }) => String(msg).startsWith('ready on ')))
      .toMatchObject({ version });
  });

  test.each(PROGRAMS)('holds the program %s', (program) => {
    expect(existsSync(join(release, `dist/server/${program}.js`))).toBe(true);
  });

  test('holds deployment files, documents, licences and the bill of materials', () => {
    for (const file of [
      'deploy/systemd/website.service',
      'deploy/caddy/Caddyfile',
      'docs/deployment.md',
      'docs/owner.md',
      'dist/licences.txt',
      'dist/sbom.cdx.json',
      'LICENSE',
    ])
      expect(existsSync(join(release, file)), file).toBe(true);
    expect(existsSync(join(release, 'deploy/guide.test.ts'))).toBe(false);
  });
});
