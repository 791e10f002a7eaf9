import type { Logger } from 'pino';
import { listPaths, postPath } from '../../../shared/addresses.ts';

/** A shared cache that does not answer is given up after this. */
const PURGE_TIMEOUT_MS = 2000;

/**
 * A `PURGE` of every address that shows these posts, so that the shared cache does not show the old
 * content for the rest of its minute. A cache that cannot be reached is logged and fails nothing:
 * what it holds runs out by itself.
 * @param url origin of the shared cache in front (`CACHE_PURGE_URL`)
 */
export function createPurge({ url, log }: { url: string; log: Logger }) {
  return async (slugs: Iterable<string>, listPages: number): Promise<void> => {
    const paths = [
      ...listPaths(listPages),
      ...[...slugs].map(postPath),
      '/sitemap.xml',
      '/feed.xml',
    ];
    const results = await Promise.allSettled(paths.map((path) => purge(url + path)));
    const failures = results.filter((result) => result.status === 'rejected');
    if (failures.length > 0)
      log.warn(
        { failed: failures.length, of: paths.length, err: failures[0]?.reason },
        'the shared cache could not be purged',
      );
    else log.info({ paths: paths.length }, 'the shared cache was purged');
  };
}

/** @throws when the cache says no or nothing at all */
async function purge(address: string): Promise<void> {
  const answer = await fetch(address, {
    method: 'PURGE',
    redirect: 'manual',
    signal: AbortSignal.timeout(PURGE_TIMEOUT_MS),
  });
  await answer.body?.cancel();
  // A cache that refreshes instead of forgetting answers with what the site said: gone is an answer
  // too.
  if (answer.status >= 500 || answer.status === 405)
    throw new Error(`PURGE was answered with ${answer.status}`);
}
