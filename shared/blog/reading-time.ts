import { plainText } from './plain-text.ts';
import type { RichText } from './post.ts';

/** Of adults who read English silently (Brysbaert 2019 finds 238; tables and lists take longer). */
const WORDS_PER_MINUTE = 220;

/** Whole minutes, at least 1. */
export function readingMinutes(content: RichText): number {
  const words = plainText(content).split(' ').filter(Boolean).length;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
}
