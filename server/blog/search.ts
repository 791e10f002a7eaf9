import { stemmer } from 'stemmer';
import { plainText } from '../../shared/blog/plain-text.ts';
import type { Post } from '../../shared/blog/post.ts';
import { cutText } from '../../shared/cut-text.ts';

/** What is typed beyond counts for nothing. */
const WORDS = 10;
const WORD_LENGTH = 40;
/** Shorter beginnings of words would find everything. */
const SHORTEST_BEGINNING = 3;

/** A post as a search sees it. */
interface Searched {
  title: string;
  words: string;
}

/** Accents, soft hyphens and whatever else is not seen, but for the space without a width. */
const INSIDE_WORDS = /(?!\u200b)[\p{M}\p{Cf}]/gu;

/** In lower case and without accents. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(INSIDE_WORDS, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Every word of a post once, with a space before each. */
export function searchedWords({ title, excerpt, content }: Post): string {
  const text = [title, plainText(excerpt), plainText(content)].join(' ');
  return [...new Set(wordsOf(text))].map((word) => ` ${word}`).join('');
}

/** The beginnings of words that a text asks for: of "recovering", "recover". */
export function beginningsIn(typed: string): string[] {
  return wordsOf(typed)
    .slice(0, WORDS)
    .map((word) => beginningOf(cutText(word, WORD_LENGTH)));
}

/** What a word has in common with its stem, which may end otherwise: recoveri, of "recovery". */
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
    .filter(({ words }) => sought.every((beginning) => words.includes(beginning)))
    .map((post) => ({ post, rank: inTitle(post) }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ post }) => post);
}
