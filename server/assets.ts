import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../esbuild.config.ts';

/** What the build left for the server, read once at start. */
export interface Assets extends Manifest {
  /** Folder whose files are served as they are. */
  publicDir: string;
}

/** @throws when `dist` holds no build */
export function readAssets(dist: string): Assets {
  const manifest = JSON.parse(readFileSync(join(dist, 'server/manifest.json'), 'utf8')) as Manifest;
  return { ...manifest, publicDir: join(dist, 'public') };
}
