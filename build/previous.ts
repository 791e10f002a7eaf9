import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Manifest } from '../server/http/assets.ts';

/**
 * What a build made for browsers, by path below its `static` folder: its own files, not those it
 * carried in turn, so that builds do not grow with the number of builds before them. Empty when the
 * folder holds no build, as for the first image.
 */
export function filesOfBuild(dist: string): Map<string, Buffer> {
  const folder = join(dist, 'public/static');
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(join(dist, 'server/manifest.json'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
  const carried = new Set(manifest.carried);
  const own = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => !carried.has(path))
    .sort();
  return new Map(own.map((path) => [path, readFileSync(join(folder, path))]));
}

/**
 * Writes files into a folder, except those that it has.
 * @returns what was not there, by path below the folder
 */
export async function carry(files: Map<string, Buffer>, folder: string): Promise<string[]> {
  const carried: string[] = [];
  for (const [path, bytes] of files) {
    if (existsSync(join(folder, path))) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
    carried.push(path);
  }
  return carried;
}
