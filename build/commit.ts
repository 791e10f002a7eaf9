import { execFileSync } from 'node:child_process';

/**
 * Returns the commit of the sources in a folder, shortened, with `-dirty` if they differ from it. The
 * build of the image has no history, so it is given the commit as `COMMIT`.
 * @returns null where neither that nor git tells
 */
export function readCommit(folder: string, { COMMIT } = process.env): string | null {
  if (COMMIT) return COMMIT;
  try {
    const options = ['describe', '--always', '--abbrev=12', '--exclude=*', '--dirty'];
    return execFileSync('git', options, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return null;
  }
}
