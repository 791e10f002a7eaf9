import { hash } from 'node:crypto';

/** Returns a version of content: equal content has an equal one. */
export function hashContent(content: unknown): string {
  return hash('sha256', JSON.stringify(content), 'base64url').slice(0, 16);
}
