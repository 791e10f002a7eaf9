import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { escapeText, escapeXml } from './xml.ts';

test('any text comes back from a parser, without what XML 1.0 forbids', () => {
  const text = `R&D <b> "q" 'a' ]]> é 🚗\u0000\u0008\u000b\u001f\ufffe\ud800!`;
  const xml = `<a>${escapeXml(text)}</a>`;
  expect(new XMLParser().parse(xml).a).toBe(`R&D <b> "q" 'a' ]]> é 🚗!`);
});

test('quotes and apostrophes are escaped where an attribute could end', () => {
  expect(escapeXml(`<a b="c" d='e'> & f`)).toBe(
    '&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt; &amp; f',
  );
  expect(escapeText(`<a b="c" d='e'> & f`)).toBe(`&lt;a b="c" d='e'&gt; &amp; f`);
});
