import { createHash } from 'node:crypto';

/** Returns a version of content: equal content has an equal one. */
export function hashContent(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
}
