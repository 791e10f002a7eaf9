import { expect, test } from 'vitest';
import { parseEnvText } from './env-file.ts';

test('a value ends with its line, whatever is behind it', () => {
  const text = `A= \r\n B = x=y\r\nexport C='two words' # said\n#D=1\nE=Ann's <a@b.example>\nF=`;
  expect(parseEnvText(text)).toEqual({
    A: '',
    B: 'x=y',
    C: 'two words',
    E: "Ann's <a@b.example>",
    F: '',
  });
});
