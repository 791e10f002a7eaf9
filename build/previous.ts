import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../server/http/assets.ts';

/**
 * What a build had made for browsers, by path below its `static` folder: its own files and not
 * those that it carried in turn, so that a build never grows with the number of those before it.
 * Empty when the folder holds no build, as for the first image.
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
