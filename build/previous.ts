import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Manifest } from '../server/http/assets.ts';

/** Files by path below their folder. */
type Files = Map<string, Buffer>;

/**
 * What a build leaves to the next one: what it made for browsers, by path below its `static` folder.
 * Not what it was left in turn, so that builds do not grow with the number of builds before them.
 * @param dist nothing is left where this holds no build, as for the first image
 */
export function leftBy(dist: string): Files {
  const [manifest] = globSync('server/manifest.json', { cwd: dist });
  if (!manifest) return new Map();
  const { carried } = JSON.parse(readFileSync(join(dist, manifest), 'utf8')) as Manifest;
  const folder = join(dist, 'public/static');
  const own = globSync('**/*.*', { cwd: folder }).filter((path) => !carried.includes(path));
  return new Map(own.sort().map((path) => [path, readFileSync(join(folder, path))]));
}

/**
 * Writes files into a folder, except those that it has.
 * @returns what was not there, by path below the folder
 */
export async function carry(files: Files, folder: string): Promise<string[]> {
  const carried: string[] = [];
  for (const [path, bytes] of files) {
    if (existsSync(join(folder, path))) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
    carried.push(path);
  }
  return carried;
}
