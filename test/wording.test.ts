import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FILES = globSync('{server,shared,client,build,bench,test,content,deploy}/**/*.{ts,tsx}');

/** Lists the matches of a pattern as `file:line: text`. */
function matches(pattern: RegExp, prepare = (text: string) => text): string[] {
  return FILES.flatMap((file) => {
    const text = prepare(readFileSync(file, 'utf8'));
    return [...text.matchAll(pattern)].map(({ index, 0: match }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${file}:${line}: ${match.replace(/\s+/g, ' ').trim()}`;
    });
  });
}

test('no doc comment begins as a fragment', () => {
  const fragment =
    /\/\*\*[\s*]*(?:As|At|After|Before|Beside|By|Else|For|From|How|In|Its|Of|On|So|To|Until|What|Where|Whether|Which|Who|Whoever|Whose|Why|With|Without) .*/g;
  expect(matches(fragment), 'write a sentence, or a noun with its article').toEqual([]);
});

test('no name of a test is longer than 80 characters', () => {
  const long =
    /\btest(?:\.each\((?:(?!\)\(\s*['"`])[\s\S])*\))?\(\s*(['"`])(?:\\.|(?!\1).){81,}\1/g;
  expect(matches(long), 'say one behaviour in a short sentence').toEqual([]);
});

/** Words that must not come back, by the word that the glossary has in their place. */
const REPLACED = {
  fetch: 'bring|errand',
  refresh: 'anew|renew|renewal|renewed',
  applySiteFile: 'takeIn',
  missing: 'lacking|notHad',
  toOutcome: 'judge',
  retryAllAfterOutage: 'greetRecovery',
  EntryOrAsset: 'thing|isThing',
  deps: 'parts(?=: \\w+(?:Parts|Deps)\\b)',
  XDeps: '(?!Address)[A-Z]\\w*Parts',
};

/** Blanks comments and strings, so that lines stay where they are. */
const withoutWords = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, (match) =>
    match.replace(/[^\n]/g, ' '),
  );

test.each(Object.entries(REPLACED))('%s is declared under no other name', (word, old) => {
  const declared = `(?:\\b(?:const|let|function|class|interface|type) |[({,] ?)(?:${old})`;
  const pattern = new RegExp(`${declared}(?=[:,(?<]| [={}]|\\))`, 'g');
  expect(matches(pattern, withoutWords), `call it ${word}`).toEqual([]);
});
