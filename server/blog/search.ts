import { stemmer } from 'stemmer';
import { plainText } from '../../shared/blog/plain-text.ts';
import type { Post } from '../../shared/blog/post.ts';
import { cutText } from '../../shared/cut-text.ts';

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

/** Words of a query that are used; further ones are ignored. */
const MAX_QUERY_WORDS = 10;
const MAX_WORD_LENGTH = 40;
/** The least length of a prefix: shorter ones would find everything. */
const MIN_PREFIX_LENGTH = 3;

/** The part of a post that a search reads. */
interface Searchable {
  title: string;
  /** Every word of the post once, with a space before each. */
  searchText: string;
}

/** Returns the prefixes that a text asks for: for "recovering", `recover`. */
export function toSearchPrefixes(query: string): string[] {
  return wordsOf(query)
    .slice(0, MAX_QUERY_WORDS)
    .map((word) => stemPrefix(cutText(word, MAX_WORD_LENGTH)));
}

/**
 * Returns the prefix that a word shares with its stem: `recover` for "recovery", whose stem is
 * `recoveri`.
 */
function stemPrefix(word: string): string {
  const stem = stemmer(word);
  let length = 0;
  while (length < stem.length && stem[length] === word[length]) length += 1;
  return length < MIN_PREFIX_LENGTH ? word : word.slice(0, length);
}

/**
 * The posts that have a word with each of these beginnings: those with more of them in the title
 * first, and otherwise in the order in which they were.
 */
export function searchPosts<Found extends Searchable>(
  posts: readonly Found[],
  beginnings: string[],
): Found[] {
  const prefixes = beginnings.map((beginning) => ` ${beginning}`);
  const countTitleMatches = ({ title }: Found) => {
    const words = wordsOf(title).map((word) => ` ${word}`);
    return prefixes.filter((beginning) => words.some((word) => word.startsWith(beginning))).length;
  };
  return posts
    .filter(({ searchText }) => prefixes.every((beginning) => searchText.includes(beginning)))
    .map((post) => ({ post, rank: countTitleMatches(post) }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ post }) => post);
}
