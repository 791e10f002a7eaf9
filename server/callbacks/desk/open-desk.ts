import type { RequestListener } from 'node:http';
import type { AppParts } from '../../parts.ts';

/**
 * The desk that a configuration asks for; null without a password, or where nothing is kept. Loaded
 * late: most sites start sooner without it.
 */
export async function openDesk({
  config: { deskPassword: password, company },
  callbacks,
  assets,
  log,
}: Pick<AppParts, 'config' | 'callbacks' | 'assets' | 'log'>): Promise<RequestListener | null> {
  if (!password || !callbacks) return null;
  const { createDesk } = await import('./desk.ts');
  return createDesk({ password, company: company.name, assets, callbacks, log });
}
