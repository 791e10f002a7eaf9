import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Writes a site file for the test.
 * @returns its path
 */
export function siteFile(content: object): string {
  const file = join(temporaryFolder(), 'site.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}
