import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The names of the site file in the owner's folder, in the order in which they are looked for. */
const FILE_NAMES = ['site.yaml', 'site.json'];

/**
 * Returns the path of the site file, or the path where it would be.
 * @param name the value of `SITE_FILE`: a path in the owner's folder, or any other
 */
export function locateSiteFile(siteDir: string, name: string | undefined): string {
  const paths = name
    ? [resolve(siteDir, name), resolve(name)]
    : FILE_NAMES.map((each) => join(siteDir, each));
  return paths.find(mayExist) ?? (paths[0] as string);
}

/** Tells whether there is something at a path, if only something that cannot be read. */
function mayExist(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}
