import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { findEphemeralStorage } from '../ops/disk.ts';
import { enabledChannels } from './channels.ts';
import { type Config, localAddress, placeholderVariables } from './config.ts';
import { contentKindOf } from './content-kind.ts';

/** Describes the modes in force, for the log line that says the site is ready. */
export function describeModes(config: Config) {
  return {
    posts: postsOf(config),
    store: storeOf(config),
    channels: enabledChannels(config.channels),
    proxies: config.trustProxy,
    origin: config.siteUrl,
  };
}

/**
 * Returns the ready message. It names both URLs when they differ: before DNS is set, one works
 * only.
 */
export function readyMessage(config: Config): string {
  const local = localAddress(config);
  return `ready on ${config.siteUrl}${config.siteUrl === local ? '' : `, listening on ${local}`}`;
}

/** Returns the source of the blog posts. */
function postsOf(config: Config): 'contentful' | 'folder' | 'samples' | 'none' {
  const kind = contentKindOf(config);
  return kind === 'service' ? 'contentful' : kind;
}

/** Returns the database that keeps callback requests. */
function storeOf({ channels, databaseUrl }: Config): 'postgres' | 'sqlite' | 'none' {
  const { php } = channels;
  const isPhpTheOnlyStore = php !== null && !php.spool && enabledChannels(channels).length === 1;
  if (isPhpTheOnlyStore) return 'none';
  return databaseUrl ? 'postgres' : 'sqlite';
}

/** Logs the problems that cannot wait until somebody runs `golive`. */
export async function logStartupWarnings(config: Config, log: Logger): Promise<void> {
  if (!config.https) return;
  for (const variable of placeholderVariables(config.company))
    log.warn({ variable }, `${variable} is still a placeholder`);
  if (!config.testimonials)
    log.warn('there are no testimonials in the site file, so the section is not shown');
  if (describeModes(config).store !== 'sqlite') return;
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const ephemeralStorage = findEphemeralStorage(config.dataDir, mounts);
  if (ephemeralStorage)
    log.warn(
      `DATA_DIR (${config.dataDir}) is ${ephemeralStorage}: callback requests there will be lost. Mount a named volume on it, or set DATABASE_URL`,
    );
}
