import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { WeeklyCounts } from '../../database/weekly-counts.ts';
import type { Assets } from '../../http/assets.ts';
import type { SharedWindows } from '../../http/limits.ts';
import type { Callbacks } from '../open.ts';

/**
 * The desk, if the configuration asks for one; null without a password, or when nothing is kept.
 * Loaded on demand, so that most sites start sooner.
 */
export async function openDesk(site: {
  /** An edit of the site file changes these two. */
  readonly config: Config;
  readonly assets: Assets;
  callbacks: Callbacks | null;
  counts: WeeklyCounts | null;
  sharedWindows: SharedWindows | null;
  log: Logger;
}): Promise<RequestListener | null> {
  const { callbacks, counts, sharedWindows, log } = site;
  const { deskPassword: password, trustProxy, vitalsSampleRate: share } = site.config;
  if (!password || !callbacks || !counts) return null;
  const { createDesk } = await import('./desk.ts');
  return createDesk({
    password,
    trustProxy,
    company: () => site.config.company.name,
    assets: site.assets,
    stylesheet: () => site.assets.deskStylesheet,
    callbacks,
    counts,
    share,
    sharedWindows,
    log,
  });
}
