import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares digests in constant time, so that timing tells nothing about the secret. */
export function isSecret(given: unknown, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));
}
