import type { RequestListener } from 'node:http';
import type { AppParts } from '../../parts.ts';

/**
 * The desk, if the configuration asks for one; null without a password, or when nothing is kept.
 * Loaded on demand, so that most sites start sooner.
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
