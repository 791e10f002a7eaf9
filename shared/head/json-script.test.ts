import { expect, test } from 'vitest';
import { jsonForScript } from './json-script.ts';

test('JSON in a script is escaped without a change of its meaning', () => {
  const value = { text: '</script><!--\u2028 \u2029' };
  const json = jsonForScript(value);
  expect(json).toBe('{"text":"\\u003c/script>\\u003c!--\\u2028 \\u2029"}');
  expect(JSON.parse(json)).toEqual(value);
});
