import { stemmer } from 'stemmer';
import { cutText } from '../../shared/cut-text.ts';
import { wordsOf } from './search-text.ts';

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
export function searchPosts<Post extends Searchable>(
  posts: readonly Post[],
  beginnings: string[],
): Post[] {
  const prefixes = beginnings.map((beginning) => ` ${beginning}`);
  const countTitleMatches = ({ title }: Post) => {
    const words = wordsOf(title).map((word) => ` ${word}`);
    return prefixes.filter((beginning) => words.some((word) => word.startsWith(beginning))).length;
  };
  return posts
    .filter(({ searchText }) => prefixes.every((beginning) => searchText.includes(beginning)))
    .map((post) => ({ post, rank: countTitleMatches(post) }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ post }) => post);
}
