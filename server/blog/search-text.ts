import { plainText } from '../../shared/blog/plain-text.ts';
import type { Post } from '../../shared/blog/post.ts';

/**
 * Characters inside words that do not count: accents, soft hyphens and other invisible ones, but
 * for the space without a width.
 */
const INSIDE_WORDS = /(?!\u200b)[\p{M}\p{Cf}]/gu;

/** Returns the words of a text, in lower case and without accents. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(INSIDE_WORDS, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns every word of a post once, with a space before each. */
export function toSearchText({ title, excerpt, content }: Post): string {
  const text = [title, plainText(excerpt), plainText(content)].join(' ');
  return [...new Set(wordsOf(text))].map((word) => ` ${word}`).join('');
}
