import { hash, timingSafeEqual } from 'node:crypto';

/** Compares digests in constant time, so that timing tells nothing about the secret. */
export function secretsMatch(given: unknown, secret: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));
}
