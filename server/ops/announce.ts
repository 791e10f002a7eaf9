import type { Logger } from 'pino';
import { type Config, placeholderFacts } from '../config.ts';
import { warnings } from '../golive-list.ts';

/** The modes in force, for the log line that says the site is ready. */
export function modes(config: Config) {
  const channels = {
    php: config.phpBackendUrl,
    mail: config.mail,
    webhook: config.callbackWebhook,
  };
  const keeps =
    !config.phpBackendUrl || config.callbackSpool || config.mail || config.callbackWebhook;
  return {
    posts: config.contentful ? 'contentful' : config.showsSamples ? 'samples' : 'none',
    store: keeps ? (config.callbackStore ? 'postgres' : 'sqlite') : 'none',
    channels: Object.entries(channels).flatMap(([name, channel]) => (channel ? [name] : [])),
    proxies: config.trustProxy,
    origin: config.siteUrl,
  };
}

/** What an operator should know before somebody else finds out. */
export function warnAtStart(config: Config, log: Logger): void {
  if (!config.siteUrlIsSet)
    log.warn(`SITE_URL is not set: canonical links, sitemap and feed say ${config.siteUrl}`);
  if (config.https)
    for (const variable of placeholderFacts(config.company))
      log.warn({ variable }, `${variable} is still a placeholder`);
  for (const [what, todo] of warnings(config)) log.warn(`${what}. ${todo}`);
}
