import { stemmer } from 'stemmer';
import { cutText } from '../../shared/cut-text.ts';
import { wordsOf } from '../content/search-text.ts';

/** Words of a query that are used; further ones are ignored. */
const WORDS = 10;
const WORD_LENGTH = 40;
/** The least length of a prefix: shorter ones would find everything. */
const SHORTEST_BEGINNING = 3;

/** The part of a post that a search reads. */
interface Searched {
  title: string;
  /** Every word of the post once, with a space before each. */
  searchText: string;
}

/** Returns the prefixes that a text asks for: for "recovering", `recover`. */
export function beginningsIn(typed: string): string[] {
  return wordsOf(typed)
    .slice(0, WORDS)
    .map((word) => beginningOf(cutText(word, WORD_LENGTH)));
}

/**
 * Returns the prefix that a word shares with its stem: `recover` for "recovery", whose stem is
 * `recoveri`.
 */
function beginningOf(word: string): string {
  const stem = stemmer(word);
  let length = 0;
  while (length < stem.length && stem[length] === word[length]) length += 1;
  return length < SHORTEST_BEGINNING ? word : word.slice(0, length);
}

/**
 * The posts that have a word with each of these beginnings: those with more of them in the title
 * first, and otherwise in the order in which they were.
 */
export function found<Post extends Searched>(posts: readonly Post[], beginnings: string[]): Post[] {
  const sought = beginnings.map((beginning) => ` ${beginning}`);
  const inTitle = ({ title }: Post) => {
    const words = wordsOf(title).map((word) => ` ${word}`);
    return sought.filter((beginning) => words.some((word) => word.startsWith(beginning))).length;
  };
  return posts
    .filter(({ searchText }) => sought.every((beginning) => searchText.includes(beginning)))
    .map((post) => ({ post, rank: inTitle(post) }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ post }) => post);
}
