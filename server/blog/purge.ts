import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { listPaths, postPath, STATIC_PATHS } from '../../shared/addresses.ts';
import type { Database } from '../database/database.ts';
import { onceForAll } from '../database/replicas.ts';
import { guarded } from '../ops/timers.ts';
import type { BlogService } from './blog-service.ts';
import { pageCountOf, withServiceTimeout } from './lookup.ts';

/** For one address. */
const PURGE_TIMEOUT_MS = 2000;
const PURGES_AT_ONCE = 20;
/** Between one attempt and the next; a copy expires a day after it was stale. */
const PAUSES_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000];

interface SharedCaches {
  /** Their origins (`CACHE_PURGE_URL`). */
  urls: readonly string[];
  log: Logger;
  /** For tests in a hurry. */
  pausesMs?: readonly number[];
}

/** A listener that has shared caches forget every address that shows these posts. */
export const createPurge =
  (caches: SharedCaches) =>
  async (slugs: Iterable<string>, listPages: number, others: readonly string[] = []) =>
    void (await purgePaths(caches, [...blogPaths(slugs, listPages), ...others]));

/**
 * Has shared caches forget every address of the site, with `files` that change with it.
 * @returns whether all of them were purged at once
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

function blogPaths(slugs: Iterable<string>, listPages: number): string[] {
  return [...listPaths(listPages), ...[...slugs].map(postPath), '/sitemap.xml', '/feed.xml'];
}

function purgePaths({ urls, log, pausesMs = PAUSES_MS }: SharedCaches, paths: string[]) {
  const addresses = urls.flatMap((url) => [...new Set(paths)].map((path) => url + path));
  return purgeAll(addresses, log, pausesMs);
}

/**
 * Sends `PURGE` for these addresses. What fails is logged, tried again in the background and fails
 * nothing: the copies expire by themselves.
 * @returns whether all of them were purged at once
 */
async function purgeAll(
  addresses: string[],
  log: Logger,
  [pauseMs, ...pausesMs]: readonly number[],
): Promise<boolean> {
  const failures: { address: string; err: unknown }[] = [];
  const attempt = (address: string) =>
    purge(address).catch((err: unknown) => void failures.push({ address, err }));
  for (let first = 0; first < addresses.length; first += PURGES_AT_ONCE)
    await Promise.all(addresses.slice(first, first + PURGES_AT_ONCE).map(attempt));
  const [failure] = failures;
  if (!failure) {
    log.info({ paths: addresses.length }, 'the shared cache was purged');
    return true;
  }
  const { address, err } = failure;
  const details = { failed: failures.length, of: addresses.length, err, pauseMs };
  log.warn({ cache: new URL(address).origin, ...details }, 'the shared cache could not be purged');
  const left = failures.map(({ address }) => address);
  const again = () => purgeAll(left, log, pausesMs);
  if (pauseMs !== undefined) setTimeout(guarded(again), pauseMs).unref();
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
  // A cache that refreshes instead of deleting passes on the site's own 404 or 410.
  if (answer.status >= 500 || answer.status === 405)
    throw new Error(`PURGE was answered with ${answer.status}`);
}

/**
 * Until then a replica of the old build may still put its pages into the shared cache, which would show
 * each once more, however much later it is asked for (stale-while-revalidate).
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
  const purgeTwice = () =>
    purge()
      .then(() => sleep(goneMs, null, { ref: false }))
      .then(purge);
  const name = `purge of the pages before ${build}`;
  await onceForAll({ database, name, leaseMs: goneMs + LEASE_MS, retryMs }, purgeTwice);
}
