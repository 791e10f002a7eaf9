import { BLOCKS, type Document, MARKS } from '@contentful/rich-text-types';
import { expect, test } from 'vitest';
import { firstParagraph, plainText } from './plain-text.ts';

test('blocks become words apart, marks and links only their text', () => {
  const excerpt: Document = {
    nodeType: BLOCKS.DOCUMENT,
    data: {},
    content: [
      {
        nodeType: BLOCKS.HEADING_2,
        data: {},
        content: [{ nodeType: 'text', value: 'After dark', marks: [], data: {} }],
      },
      {
        nodeType: BLOCKS.PARAGRAPH,
        data: {},
        content: [
          { nodeType: 'text', value: 'Stay ', marks: [], data: {} },
          { nodeType: 'text', value: 'calm', marks: [{ type: MARKS.BOLD }], data: {} },
          { nodeType: 'text', value: '.\n', marks: [], data: {} },
        ],
      },
    ],
  };
  expect(plainText(excerpt)).toBe('After dark Stay calm.');
});

test('a plain excerpt keeps its characters, a missing one is empty', () => {
  expect(plainText('  R&D <b> is\n text ')).toBe('R&D <b> is text');
  expect(plainText(null)).toBe('');
});

test('the first paragraph that says something stands in for a missing excerpt', () => {
  const paragraph = (value: string) => ({
    nodeType: 'paragraph',
    data: {},
    content: [{ nodeType: 'text', value, marks: [], data: {} }],
  });
  const heading = { ...paragraph('A heading'), nodeType: 'heading-2' };
  const content = {
    nodeType: 'document',
    data: {},
    content: [heading, paragraph(' '), paragraph('It\nbegins.')],
  };
  expect(firstParagraph(content as never)).toBe('It begins.');
  expect(firstParagraph(null)).toBe('');
});
