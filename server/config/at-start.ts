import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { fleetingPlace } from '../ops/data-disk.ts';
import { openChannels } from './channels.ts';
import { type Config, localAddress, placeholderFacts } from './config.ts';
import { doubtful } from './golive-list.ts';

/** The modes in force, for the log line that says the site is ready. */
export function modes(config: Config) {
  return {
    posts: postsOf(config),
    store: storeOf(config),
    channels: openChannels(config.channels),
    proxies: config.trustProxy,
    origin: config.siteUrl,
  };
}

/** Says both addresses where they differ: only one of them can be opened before DNS leads here. */
export function readyMessage(config: Config): string {
  const local = localAddress(config);
  return `ready on ${config.siteUrl}${config.siteUrl === local ? '' : `, listening on ${local}`}`;
}

/** Returns the source of the blog posts. */
function postsOf({ contentful, showsSamples }: Config): 'contentful' | 'samples' | 'none' {
  if (contentful) return 'contentful';
  return showsSamples ? 'samples' : 'none';
}

/** Returns the database that keeps callback requests. */
function storeOf({ channels, databaseUrl }: Config): 'postgres' | 'sqlite' | 'none' {
  const { php } = channels;
  const phpAloneKeepsThem = php !== null && !php.spool && openChannels(channels).length === 1;
  if (phpAloneKeepsThem) return 'none';
  return databaseUrl ? 'postgres' : 'sqlite';
}

/** Logs the problems that cannot wait until somebody runs `golive`. */
export async function warnAtStart(config: Config, log: Logger): Promise<void> {
  for (const [what, todo] of doubtful(config)) log.warn(`${what}. ${todo}`);
  if (!config.https) return;
  for (const variable of placeholderFacts(config.company))
    log.warn({ variable }, `${variable} is still a placeholder`);
  if (!config.testimonials)
    log.warn('there are no testimonials in the site file, so the section is not shown');
  if (modes(config).store !== 'sqlite') return;
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const place = fleetingPlace(config.dataDir, mounts);
  if (place)
    log.warn(
      `DATA_DIR (${config.dataDir}) is ${place}: callback requests there will be lost. Mount a named volume on it, or set DATABASE_URL`,
    );
}
