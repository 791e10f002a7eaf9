import { expect, onTestFinished, test, vi } from 'vitest';
import { cutText } from './cut-text.ts';

test('a text within its limit stays, a longer one is cut after so many characters', () => {
  expect(cutText('recovery', 8)).toBe('recovery');
  expect(cutText('It’s café – £5', 6)).toBe('It’s c');
  expect(cutText('', 3)).toBe('');
});

test.each([
  ['an emoji', 'ab🚗c', 3, 'ab🚗'],
  ['an emoji that no longer fits', 'abc🚗', 3, 'abc'],
  ['a family of four', 'a👨‍👩‍👧‍👦b', 4, 'a'],
  ['a flag', 'ab🇬🇧c', 3, 'ab'],
  ['a letter with its accent', 'abe\u0301', 3, 'ab'],
  ['a syllable of another script', 'नमस्ते', 3, 'नम'],
])('the cut never falls within %s', (_, text, limit, cut) => {
  expect(cutText(text, limit)).toBe(cut);
});

test('what is one character and longer than the limit is cut all the same', () => {
  expect(cutText(`e${'\u0301'.repeat(90)}`, 5)).toHaveLength(5);
});

test('half a character becomes U+FFFD, wherever the cut is', () => {
  expect(cutText('a\ud83d', 5)).toBe('a\ufffd');
  expect(cutText('\udcccabcdef', 3)).toBe('\ufffdab');
});

test('a browser without a segmenter, such as Firefox 115, cuts by code points', () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('Intl', {});
  expect(['ab🚗cd', 'ab🚗'].map((text) => cutText(text, 3))).toEqual(['ab🚗', 'ab🚗']);
});
