import { existsSync, globSync, readFileSync } from 'node:fs';
import { glob, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Manifest } from '../server/http/assets.ts';

/** Files by path below their folder. */
type Files = Map<string, Buffer>;

/**
 * What a build leaves to the next one: what it made for browsers, by path below its `static` folder,
 * and its source maps, by path below `maps`. Not what it was left in turn, so that builds do not grow
 * with the number of builds before them.
 * @param dist nothing is left where this holds no build, as for the first image
 */
export function leftBy(dist: string): { files: Files; maps: Files } {
  const [manifest] = globSync('server/manifest.json', { cwd: dist });
  if (!manifest) return { files: new Map(), maps: new Map() };
  const { build, carried } = JSON.parse(readFileSync(join(dist, manifest), 'utf8')) as Manifest;
  return {
    files: filesIn(join(dist, 'public/static'), '**/*.*', new Set(carried)),
    maps: filesIn(join(dist, 'maps'), `${build}/**/*.map`),
  };
}

function filesIn(folder: string, pattern: string, but = new Set<string>()): Files {
  const paths = globSync(pattern, { cwd: folder }).filter((path) => !but.has(path));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(folder, path))]));
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
