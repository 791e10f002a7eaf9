import { isbot } from 'isbot';

/**
 * A crawler waits for the finished page and its true status; a person gets the first bytes at once.
 * All browsers say `Mozilla/`: anything else is treated as a crawler, which suits feed readers,
 * monitors and scripts too.
 */
export function visitorKind(userAgent: string | undefined): 'person' | 'crawler' {
  return userAgent?.startsWith('Mozilla/') && !isbot(userAgent) ? 'person' : 'crawler';
}
