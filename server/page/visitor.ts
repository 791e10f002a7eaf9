import { isbot } from 'isbot';

/**
 * A crawler waits for the finished page and its true status; a person gets the first bytes at once.
 * Browsers all say `Mozilla/`: whoever does not is treated as a crawler, which is right for feed
 * readers, monitors and scripts too.
 */
export function visitorKind(userAgent: string | undefined): 'person' | 'crawler' {
  return userAgent?.startsWith('Mozilla/') && !isbot(userAgent) ? 'person' : 'crawler';
}
