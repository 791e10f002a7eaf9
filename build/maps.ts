import { globSync, readFileSync } from 'node:fs';
import { glob, mkdir, rename } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Manifest } from '../server/http/assets.ts';

/**
 * Moves the source maps of a build from the folders that are served and run into one that is named
 * after the build: server/ops/symbolicate.ts reads them there.
 */
export async function setMapsAside(out: string, build: string): Promise<void> {
  for await (const map of glob(`${out}/{public,server}/**/*.map`)) {
    const aside = join(out, 'maps', build, relative(out, map));
    await mkdir(dirname(aside), { recursive: true });
    await rename(map, aside);
  }
}

/**
 * Source maps of a build, by path below its `maps` folder, without those of the build before it.
 * Empty when the folder holds no build.
 */
export function mapsOfBuild(dist: string): Map<string, Buffer> {
  const [manifest] = globSync('server/manifest.json', { cwd: dist });
  if (!manifest) return new Map();
  const { build } = JSON.parse(readFileSync(join(dist, manifest), 'utf8')) as Manifest;
  const folder = join(dist, 'maps');
  const paths = globSync(`${build}/**/*.map`, { cwd: folder });
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path))]));
}
