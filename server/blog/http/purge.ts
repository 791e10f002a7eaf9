import type { Logger } from 'pino';
import { listPaths, postPath } from '../../../shared/addresses.ts';

/** How long a shared cache may take to answer. */
const PURGE_TIMEOUT_MS = 2000;

/** How many addresses the shared cache is asked to forget at once. */
const PURGES_AT_ONCE = 20;

interface SharedCache {
  /** Its origin (`CACHE_PURGE_URL`). */
  url: string;
  log: Logger;
}

/**
 * Sends `PURGE` for every address that shows these posts, so that the shared cache does not serve
 * the old content until it expires.
 */
export function createPurge(cache: SharedCache) {
  return async (slugs: Iterable<string>, listPages: number): Promise<void> => {
    await purgePaths(cache, blogPaths(slugs, listPages));
  };
}

/** Every address that shows these posts. */
export function blogPaths(slugs: Iterable<string>, listPages: number): string[] {
  return [...listPaths(listPages), ...[...slugs].map(postPath), '/sitemap.xml', '/feed.xml'];
}

/**
 * Sends `PURGE` for these addresses. An unreachable cache is logged and fails nothing: its copies
 * expire by themselves.
 * @returns whether every one was accepted
 */
export async function purgePaths({ url, log }: SharedCache, paths: string[]): Promise<boolean> {
  const failures: unknown[] = [];
  for (let first = 0; first < paths.length; first += PURGES_AT_ONCE)
    await Promise.all(
      paths
        .slice(first, first + PURGES_AT_ONCE)
        .map((path) => purge(url + path).catch((error: unknown) => failures.push(error))),
    );
  if (failures.length > 0)
    log.warn(
      { failed: failures.length, of: paths.length, err: failures[0] },
      'the shared cache could not be purged',
    );
  else log.info({ paths: paths.length }, 'the shared cache was purged');
  return failures.length === 0;
}

/** @throws when the cache says no or nothing at all */
async function purge(address: string): Promise<void> {
  const answer = await fetch(address, {
    method: 'PURGE',
    redirect: 'manual',
    signal: AbortSignal.timeout(PURGE_TIMEOUT_MS),
  });
  await answer.body?.cancel();
  // A cache that refreshes instead of deleting passes on the site's own answer, which may be a 404
  // or a 410.
  if (answer.status >= 500 || answer.status === 405)
    throw new Error(`PURGE was answered with ${answer.status}`);
}
