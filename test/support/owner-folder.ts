import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import request from 'supertest';
import { onTestFinished } from 'vitest';
import { startSite } from './site.ts';

/** Returns the file of a post, with further keys a line each. */
export const postFile = (keys: string, body = 'Text of the post.') =>
  `---\ntitle: A post\npublishedDate: 2026-01-05\n${keys}---\n${body}\n`;

/** Creates a folder of the owner that is deleted after the test. */
export function createOwnerFolder(files: Record<string, string | Buffer>) {
  const SITE_DIR = mkdtempSync(join(tmpdir(), 'owner-folder-'));
  onTestFinished(() => rmSync(SITE_DIR, { recursive: true, force: true }));
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(SITE_DIR, path)), { recursive: true });
    writeFileSync(join(SITE_DIR, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  return { SITE_DIR, write, remove: (path: string) => rmSync(join(SITE_DIR, path)) };
}

/** Starts a site with a folder of the owner. */
export async function siteWithFolder(
  files: Record<string, string | Buffer>,
  environment: Record<string, string> = {},
) {
  const folder = createOwnerFolder(files);
  const site = await startSite({ SITE_DIR: folder.SITE_DIR, ...environment });
  const get = (path: string) => request(site.url).get(path);
  const statusOf = async (path: string) => (await get(path)).status;
  return { ...folder, site, get, statusOf };
}
