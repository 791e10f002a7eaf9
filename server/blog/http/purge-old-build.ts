import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { STATIC_PATHS } from '../../../shared/addresses.ts';
import { BLOG_PAGE_SIZE } from '../../../shared/site/constants.ts';
import { patiently } from '../library/calls/patience.ts';
import type { BlogLibrary } from '../library/library.ts';
import { blogPaths, purgePaths } from './purge.ts';

/**
 * Until then a replica of the old build may still put its pages into the shared cache, which keeps
 * them a minute and would then show each once more, however much later it is asked for
 * (stale-while-revalidate).
 */
const OLD_BUILD_GONE_MS = 60_000;

interface NewBuild {
  /** Origin of the shared cache (`CACHE_PURGE_URL`). */
  url: string;
  build: string;
  /** Remembers the build whose pages the shared cache has. */
  dataDir: string;
  library: BlogLibrary;
  log: Logger;
  /** For tests in a hurry. */
  goneMs?: number;
}

/**
 * At the first start of a build: the shared cache forgets the pages of the one before, at once and
 * when that one is gone. Never rejects.
 */
export async function purgeOldBuild({
  url,
  build,
  dataDir,
  library,
  log,
  goneMs = OLD_BUILD_GONE_MS,
}: NewBuild): Promise<void> {
  const file = join(dataDir, 'purged-build');
  if ((await readFile(file, 'utf8').catch(() => '')) === build) return;
  const purge = async () => {
    await patiently(library.catalogued(), library);
    const slugs = library.known().map(({ slug }) => slug);
    const listPages = Math.ceil(slugs.length / BLOG_PAGE_SIZE);
    const paths = new Set([...STATIC_PATHS, ...blogPaths(slugs, listPages)]);
    return purgePaths({ url, log }, [...paths]);
  };
  await purge();
  await sleep(goneMs, null, { ref: false });
  if (await purge()) await writeFile(file, build).catch(() => {}); // purged again at the next start
}
