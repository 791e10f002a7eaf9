import { expect, test } from 'vitest';
import { jsonForScript } from './json-script.ts';

test('JSON in a script closes and opens nothing, has no line separators, and means the same', () => {
  const value = { text: '</script><!--\u2028 \u2029' };
  const json = jsonForScript(value);
  expect(json).toBe('{"text":"\\u003c/script>\\u003c!--\\u2028 \\u2029"}');
  expect(JSON.parse(json)).toEqual(value);
});
