import type { Logger } from 'pino';
import { listPaths, postPath } from '../../../shared/addresses.ts';
import { BLOG_PAGE_SIZE } from '../../../shared/site/constants.ts';
import type { BlogLibrary } from '../library/library.ts';
import type { KnownPost } from '../library/lookup.ts';

/** A shared cache that does not answer is given up after this. */
const PURGE_TIMEOUT_MS = 2000;

type PurgedLibrary = Pick<BlogLibrary, 'refresh' | 'known'>;

interface PurgeParts {
  library: PurgedLibrary;
  /** Origin of the shared cache in front (`CACHE_PURGE_URL`). */
  url: string;
  log: Logger;
}

/**
 * The library's `refresh`, followed by a `PURGE` of every address whose content the editor's change
 * may have touched, so that the shared cache does not show the old one for the rest of its minute.
 * A cache that cannot be reached is logged and fails nothing: what it holds runs out by itself.
 */
export function createPurgingRefresh({
  library,
  url,
  log,
}: PurgeParts): Pick<BlogLibrary, 'refresh'> {
  return {
    async refresh(change) {
      const before = library.known();
      await library.refresh(change);
      const after = library.known();
      const slugs = new Set([
        ...(change?.slugs ?? []),
        ...changedSlugs(before, after),
        ...changedSlugs(after, before),
      ]);
      const paths = [
        ...listPaths(Math.ceil(Math.max(before.length, after.length) / BLOG_PAGE_SIZE)),
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
    },
  };
}

/** Slugs of `left` that `right` does not have just so. */
function changedSlugs(left: readonly KnownPost[], right: readonly KnownPost[]): string[] {
  const same = new Set(right.map((post) => JSON.stringify(post)));
  return left.filter((post) => !same.has(JSON.stringify(post))).map(({ slug }) => slug);
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
