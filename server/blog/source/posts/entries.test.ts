import { existsSync, statSync } from 'node:fs';
import { BLOCKS, INLINES, MARKS } from '@contentful/rich-text-types';
import { expect, test } from 'vitest';
import { embeddedEntries } from './entries.ts';
import type { Link, RichTextNode } from './format.ts';

const { items, includes } = embeddedEntries;
const documents = items.flatMap(({ fields }) => [
  fields.content,
  typeof fields.excerpt === 'object' ? fields.excerpt : undefined,
]);
const nodes = documents.flatMap((document) => (document ? descendants(document) : []));

function descendants(node: RichTextNode): RichTextNode[] {
  return [node, ...(node.content ?? []).flatMap(descendants)];
}

test('there are at least eight posts, newest first, each with its own date and slug', () => {
  const dates = items.map(({ fields }) => fields.publishedDate);
  expect(items.length).toBeGreaterThanOrEqual(8);
  expect(dates).toEqual([...new Set(dates)].sort().reverse());
  expect(new Set(items.map(({ fields }) => fields.slug)).size).toBe(items.length);
});

test('between them they use every kind of node and mark that an editor has within one space', () => {
  const kinds = new Set(nodes.map(({ nodeType }) => nodeType));
  const all = [...Object.values(BLOCKS), ...Object.values(INLINES)].filter(
    (kind) => !kind.includes('resource'),
  );
  expect(all.filter((kind) => !kinds.has(kind))).toEqual([]);
  const marks = new Set(nodes.flatMap((node) => node.marks ?? []).map(({ type }) => type));
  expect(Object.values(MARKS).filter((mark) => !marks.has(mark))).toEqual([]);
});

test('between them they show what a post may lack', () => {
  const fields = items.map((item) => item.fields);
  expect(fields.some(({ author }) => !author)).toBe(true);
  expect(fields.some(({ featuredImage }) => !featuredImage)).toBe(true);
  expect(fields.some(({ content, excerpt }) => !content && typeof excerpt === 'string')).toBe(true);
  expect(fields.some(({ excerpt }) => typeof excerpt === 'object')).toBe(true);
});

test('headings go down one level at a time', () => {
  for (const document of documents) {
    const levels = (document?.content ?? [])
      .map(({ nodeType }) => Number(/^heading-(\d)$/.exec(nodeType)?.[1]))
      .filter(Boolean);
    levels.forEach((level, index) => {
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    });
  }
});

test('every link names an entry or asset that is there', () => {
  const links = [
    ...nodes.map(({ data }) => data.target),
    ...items.map(({ fields }) => fields.featuredImage),
  ] as (Link | undefined)[];
  const known = new Set([...items, ...includes.Asset].map(({ sys }) => `${sys.type} ${sys.id}`));
  const named = links
    .filter((link) => link !== undefined)
    .map(({ sys }) => `${sys.linkType} ${sys.id}`);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('every asset is a file of the site, with its true size and a text for those who do not see it', () => {
  for (const { fields } of includes.Asset) {
    const file = new URL(`../../../../public${fields.file.url}`, import.meta.url);
    expect(existsSync(file), fields.file.url).toBe(true);
    expect(fields.file.details.size, fields.file.url).toBe(statSync(file).size);
    expect(fields.description).not.toBe('');
  }
});
