import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { listPaths, postPath, STATIC_PATHS } from '../../shared/addresses.ts';
import type { Database } from '../database/database.ts';
import { onceForAll } from '../database/replicas.ts';
import { guarded } from '../ops/timers.ts';
import type { BlogService } from './blog-service.ts';
import { pageCountOf, withServiceTimeout } from './lookup.ts';

/** How long a shared cache may take to answer. */
const PURGE_TIMEOUT_MS = 2000;

/** How many addresses the shared cache is asked to forget at once. */
const PURGES_AT_ONCE = 20;

/** Between one attempt and the next, in milliseconds; a copy expires a day after it was stale. */
const PAUSES_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000];

interface SharedCaches {
  /** Their origins (`CACHE_PURGE_URL`). */
  urls: readonly string[];
  log: Logger;
  /** For tests in a hurry. */
  pausesMs?: readonly number[];
}

/**
 * Sends `PURGE` for every address that shows these posts, so that shared caches do not serve the
 * old content until it expires.
 */
export const createPurge =
  (caches: SharedCaches) =>
  async (slugs: Iterable<string>, listPages: number, others: readonly string[] = []) =>
    void (await purgePaths(caches, [...blogPaths(slugs, listPages), ...others]));

/**
 * Sends `PURGE` for every address of the site.
 * @param files that change with it, if any
 * @returns whether every one was accepted at once
 */
export async function purgeSite(
  caches: SharedCaches & { blog: BlogService },
  files: readonly string[] = [],
): Promise<boolean> {
  const { blog } = caches;
  await withServiceTimeout(blog.catalogued(), blog);
  const slugs = blog.known().map(({ slug }) => slug);
  const ofBlog = [...blogPaths(slugs, pageCountOf(slugs.length)), ...blog.tagPaths()];
  return purgePaths(caches, [...STATIC_PATHS, ...ofBlog, ...DOCUMENTS, ...files]);
}

/** What shows facts of the company beside pages, sitemap and feed. */
const DOCUMENTS = ['/manifest.webmanifest', '/.well-known/security.txt', '/favicon.svg'];

/** Every address that shows these posts. */
function blogPaths(slugs: Iterable<string>, listPages: number): string[] {
  return [...listPaths(listPages), ...[...slugs].map(postPath), '/sitemap.xml', '/feed.xml'];
}

/**
 * Sends `PURGE` for these addresses to every cache. What fails is logged, tried again in the
 * background and fails nothing: the copies expire by themselves.
 * @returns whether every one was accepted at once
 */
function purgePaths({ urls, log, pausesMs = PAUSES_MS }: SharedCaches, paths: string[]) {
  const unique = [...new Set(paths)];
  return purgeAll(
    urls.flatMap((url) => unique.map((path) => url + path)),
    log,
    pausesMs,
  );
}

async function purgeAll(
  addresses: string[],
  log: Logger,
  [pauseMs, ...pausesMs]: readonly number[],
): Promise<boolean> {
  const left: string[] = [];
  let err: unknown;
  const attempt = (address: string) =>
    purge(address).catch((error: unknown) => {
      err ??= error;
      left.push(address);
    });
  for (let first = 0; first < addresses.length; first += PURGES_AT_ONCE)
    await Promise.all(addresses.slice(first, first + PURGES_AT_ONCE).map(attempt));
  const [failed] = left;
  if (failed === undefined) {
    log.info({ paths: addresses.length }, 'the shared cache was purged');
    return true;
  }
  const details = { failed: left.length, of: addresses.length, err, pauseMs };
  log.warn({ cache: new URL(failed).origin, ...details }, 'the shared cache could not be purged');
  if (pauseMs !== undefined)
    setTimeout(
      guarded(() => purgeAll(left, log, pausesMs)),
      pauseMs,
    ).unref();
  return false;
}

/** @throws when the cache says no or nothing at all */
async function purge(address: string): Promise<void> {
  const answer = await fetch(address, {
    method: 'PURGE',
    redirect: 'manual',
    signal: AbortSignal.timeout(PURGE_TIMEOUT_MS),
  });
  answer.body?.cancel().catch(() => {});
  // A cache that refreshes instead of deleting passes on the site's own answer, which may be a 404
  // or a 410.
  if (answer.status >= 500 || answer.status === 405)
    throw new Error(`PURGE was answered with ${answer.status}`);
}

/**
 * Until then a replica of the old build may still put its pages into the shared cache, which keeps
 * them a minute and would then show each once more, however much later it is asked for
 * (stale-while-revalidate).
 */
const OLD_BUILD_GONE_MS = 60_000;

/** Besides the time until then. */
const LEASE_MS = 5 * 60_000;
const RETRY_MS = 60_000;

interface NewBuild extends SharedCaches {
  build: string;
  /** Remembers the build whose pages the shared caches have. */
  database: Database;
  blog: BlogService;
  /** For tests in a hurry. */
  goneMs?: number;
  retryMs?: number;
}

/**
 * At the first start of a build, by one replica for all: the shared caches forget the pages of the
 * one before, at once and when that one is gone. Tried again until they have.
 */
export async function purgeOldBuild(parts: NewBuild): Promise<void> {
  const { build, database, goneMs = OLD_BUILD_GONE_MS, retryMs = RETRY_MS } = parts;
  const purge = () => purgeSite({ ...parts, pausesMs: [] });
  const purgeTwice = async () => {
    await purge();
    await sleep(goneMs, null, { ref: false });
    return purge();
  };
  const name = `purge of the pages before ${build}`;
  await onceForAll({ database, name, leaseMs: goneMs + LEASE_MS, retryMs }, purgeTwice);
}
