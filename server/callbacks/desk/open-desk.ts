import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { Assets } from '../../http/assets.ts';
import type { SharedWindows } from '../../http/limits.ts';
import type { Callbacks } from '../open.ts';

/**
 * The desk, if the configuration asks for one; null without a password, or when nothing is kept.
 * Loaded on demand, so that most sites start sooner.
 */
export async function openDesk({
  config: { deskPassword: password, trustProxy, company },
  callbacks,
  sharedWindows,
  assets,
  log,
}: {
  config: Config;
  callbacks: Callbacks | null;
  sharedWindows: SharedWindows | null;
  assets: Assets;
  log: Logger;
}): Promise<RequestListener | null> {
  if (!password || !callbacks) return null;
  const { createDesk } = await import('./desk.ts');
  return createDesk({
    password,
    trustProxy,
    company: company.name,
    assets,
    callbacks,
    sharedWindows,
    log,
  });
}
