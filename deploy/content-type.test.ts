import { readFileSync } from 'node:fs';
import { BLOCKS, INLINES, MARKS } from '@contentful/rich-text-types';
import { expect, test } from 'vitest';
import { embeddedEntries } from '../server/blog/source/posts/entries.ts';
import { SLUG } from '../shared/addresses.ts';

interface Field {
  id: string;
  required: boolean;
  validations: {
    regexp?: { pattern: string };
    enabledMarks?: string[];
    enabledNodeTypes?: string[];
  }[];
}

const [contentType] = JSON.parse(
  readFileSync('docs/blogPost.content-type.json', 'utf8'),
).contentTypes;
const fields: Field[] = contentType.fields;
const validation = (id: string) =>
  Object.assign({}, ...(fields.find((field) => field.id === id)?.validations ?? []));

test('the content type to import has the id and the fields that the site reads', () => {
  const written = new Set(embeddedEntries.items.flatMap((entry) => Object.keys(entry.fields)));
  expect(contentType.sys.id).toBe('blogPost');
  expect(fields.map(({ id }) => id).toSorted()).toEqual([...written].toSorted());
});

test('every embedded post could be written in it', () => {
  const allowed = new Set<string>([
    ...validation('content').enabledNodeTypes,
    ...[
      BLOCKS.DOCUMENT,
      BLOCKS.PARAGRAPH,
      BLOCKS.LIST_ITEM,
      BLOCKS.TABLE_ROW,
      BLOCKS.TABLE_CELL,
      BLOCKS.TABLE_HEADER_CELL,
      'text',
    ],
  ]);
  for (const entry of embeddedEntries.items) {
    for (const { id, required } of fields) if (required) expect(entry.fields).toHaveProperty(id);
    expect(entry.fields.slug).toMatch(new RegExp(validation('slug').regexp.pattern));
    const document = JSON.stringify(entry.fields.content ?? {});
    for (const [, nodeType] of document.matchAll(/"nodeType":"([^"]+)"/g))
      expect(allowed).toContain(nodeType);
    for (const [, mark] of document.matchAll(/\{"type":"([a-z]+)"\}/g))
      expect(validation('content').enabledMarks).toContain(mark);
  }
});

test('it offers only what rich text knows, and only slugs that an address can hold', () => {
  const known: string[] = [...Object.values(BLOCKS), ...Object.values(INLINES)];
  for (const nodeType of validation('content').enabledNodeTypes) expect(known).toContain(nodeType);
  for (const mark of validation('content').enabledMarks)
    expect(Object.values(MARKS)).toContain(mark);
  const pattern = new RegExp(validation('slug').regexp.pattern);
  for (const slug of ['a', 'Credit-Hire_2.0~x', '-a', 'a b', 'a/b', 'é', 'x'.repeat(201)])
    if (pattern.test(slug)) expect(slug).toMatch(SLUG);
});
