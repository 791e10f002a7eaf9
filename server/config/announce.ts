import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { fleetingPlace } from '../ops/data-disk.ts';
import { openChannels } from './channels.ts';
import { type Config, placeholderFacts } from './config.ts';
import { warnings } from './golive-list.ts';

/** The modes in force, for the log line that says the site is ready. */
export function modes(config: Config) {
  const channels = openChannels(config.channels);
  const { php } = config.channels;
  const keeps = !php || php.spool || channels.length > 1;
  return {
    posts: config.contentful ? 'contentful' : config.showsSamples ? 'samples' : 'none',
    store: keeps ? (config.databaseUrl ? 'postgres' : 'sqlite') : 'none',
    channels,
    proxies: config.trustProxy,
    origin: config.siteUrl,
  };
}

/** What an operator should know before somebody else finds out. */
export async function warnAtStart(config: Config, log: Logger): Promise<void> {
  if (!config.siteUrlIsSet)
    log.warn(`SITE_URL is not set: canonical links, sitemap and feed say ${config.siteUrl}`);
  if (config.https)
    for (const variable of placeholderFacts(config.company))
      log.warn({ variable }, `${variable} is still a placeholder`);
  for (const [what, todo] of warnings(config)) log.warn(`${what}. ${todo}`);
  if (!config.https || modes(config).store !== 'sqlite') return;
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const place = fleetingPlace(config.dataDir, mounts);
  if (place)
    log.warn(
      `DATA_DIR is ${place}, and callback requests are lost with it: mount a volume with a name on ${config.dataDir}, or set DATABASE_URL`,
    );
}
