import { createHash } from 'node:crypto';

/** A version of some content: equal content has an equal one. */
export function hashContent(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
}
