import { existsSync, readFileSync, statSync } from 'node:fs';
import { BLOCKS, INLINES, MARKS, validateRichTextDocument } from '@contentful/rich-text-types';
import { expect, test } from 'vitest';
import { SLUG } from '../shared/routes.ts';
import type { AssetItem, EntryItem, Link, RichTextNode } from '../test/fakes/entries.ts';

interface Field {
  id: string;
  type: 'Symbol' | 'Text' | 'Date' | 'Link' | 'RichText';
  required: boolean;
  validations: {
    regexp?: { pattern: string };
    size?: { max: number };
    enabledMarks?: string[];
    enabledNodeTypes?: string[];
  }[];
}

const space = JSON.parse(readFileSync('content/content.json', 'utf8'));
const [contentType] = space.contentTypes;
const fields: Field[] = contentType.fields;
const validation = (id: string) =>
  Object.assign({}, ...(fields.find((field) => field.id === id)?.validations ?? []));

/** An entry or an asset of the export, whose fields are by locale. */
interface Exported {
  sys: { contentType?: { sys: { id: string } } };
  fields: Record<string, Record<string, unknown>>;
}

/** Returns what the service delivers of an exported entry or asset. */
function deliver({ sys, fields }: Exported): object {
  const values = Object.entries(fields).map(([id, languages]) => [id, Object.values(languages)[0]]);
  return { sys, fields: Object.fromEntries(values) };
}

const samplesOf = (type: string): EntryItem[] =>
  space.entries.filter(({ sys }: Exported) => sys.contentType?.sys.id === type).map(deliver);
const sampleEntries = samplesOf('blogPost');
const sampleAssets: AssetItem[] = space.assets.map(deliver);

const documents = sampleEntries.flatMap(({ fields: { content } }) => content ?? []);
const nodes = documents.flatMap(descendants);

function descendants(node: RichTextNode): RichTextNode[] {
  return [node, ...(node.content ?? []).flatMap(descendants)];
}

test('there are at least eight posts, newest first, each with its own date and slug', () => {
  const dates = sampleEntries.map(({ fields: { publishedDate } }) => publishedDate);
  expect(dates.length).toBeGreaterThanOrEqual(8);
  expect(dates).toEqual([...new Set(dates)].sort().reverse());
  expect(new Set(sampleEntries.map(({ fields: { slug } }) => slug)).size).toBe(dates.length);
});

test('between them they show what a post may lack', () => {
  for (const field of ['author', 'featuredImage', 'content'])
    expect(
      sampleEntries.some((entry) => !(field in entry.fields)),
      field,
    ).toBe(true);
});

test('headings go down one level at a time', () => {
  for (const document of documents) {
    const levels = (document.content ?? [])
      .map(({ nodeType }) => Number(/^heading-(\d)$/.exec(nodeType)?.[1]))
      .filter(Boolean);
    levels.forEach((level, index) => {
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    });
  }
});

test('every asset is a picture of the samples, with its true size and a description', () => {
  for (const { fields } of sampleAssets) {
    const file = fields.file.url.slice('//'.length);
    expect(existsSync(file), file).toBe(true);
    expect(fields.file.details.size, file).toBe(statSync(file).size);
    expect(fields.description).not.toBe('');
  }
});

test('the file has the fields that the import tool requires, and no others', () => {
  // https://github.com/contentful/contentful-import, version 10.0.5: lib/utils/schema.ts
  const text = expect.any(String);
  const file = expect.objectContaining({ url: text, fileName: text, contentType: text });
  const has = (things: unknown[], form: object) =>
    expect(things).toEqual(things.map(() => expect.objectContaining(form)));
  has(fields, { id: text, name: text, type: text });
  has(space.editorInterfaces[0].controls, { fieldId: text, widgetId: text });
  has(space.locales, { name: text, code: text, fallbackCode: null });
  has(sampleAssets, { fields: expect.objectContaining({ file }) });
  expect(Object.keys(space).toSorted()).toEqual([
    'assets',
    'contentTypes',
    'editorInterfaces',
    'entries',
    'locales',
    'tags',
  ]);
});

test('an import takes the files from where the site serves them', () => {
  // contentful-import looks below its assets directory, the root of this project, for what follows
  // the two slashes.
  const found = space.assets.map(
    ({ fields }: { fields: { file: Record<string, { url: string }> } }) =>
      Object.values(fields.file).map(({ url }) => existsSync(url.split('//')[1] ?? '')),
  );
  expect(found.flat()).toEqual(sampleAssets.map(() => true));
});

test('an import publishes every post and every picture', () => {
  for (const { sys } of [...space.contentTypes, ...space.entries, ...space.assets])
    expect(sys, sys.id).toMatchObject({ publishedVersion: 1 });
});

test('every post is written in the one locale of a new space', () => {
  const [locale, ...others] = space.locales;
  expect(others).toEqual([]);
  expect(locale).toMatchObject({ code: 'en-US', default: true });
  for (const { sys, fields } of [...space.entries, ...space.assets])
    for (const languages of Object.values(fields as object))
      expect(Object.keys(languages), sys.id).toEqual([locale.code]);
});

test('every post could be written in the content type', () => {
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
  for (const { fields: written } of sampleEntries) {
    for (const { id, required } of fields) if (required) expect(written).toHaveProperty(id);
    for (const [id, value] of Object.entries(written)) {
      const type = fields.find((field) => field.id === id)?.type;
      expect(type && IS[type](value), `${written.slug}: ${id}`).toBe(true);
      expect(String(value).length, id).toBeLessThanOrEqual(validation(id).size?.max ?? Infinity);
    }
    expect(written.slug).toMatch(new RegExp(validation('slug').regexp.pattern));
  }
  expect(nodes.map(({ nodeType }) => nodeType).filter((type) => !allowed.has(type))).toEqual([]);
  const marks = nodes.flatMap((node) => node.marks ?? []).map(({ type }) => type);
  expect(marks.filter((mark) => !validation('content').enabledMarks.includes(mark))).toEqual([]);
});

/** Checks that the service accepts a value for a field of the type. */
const IS: Record<Field['type'], (value: unknown) => boolean> = {
  Symbol: (value) => typeof value === 'string' && value.length <= 256,
  Text: (value) => typeof value === 'string',
  Date: (value) => typeof value === 'string' && new Date(value).toISOString() === value,
  Link: (value) => (value as Link).sys.linkType === 'Asset',
  RichText: (value) =>
    validateRichTextDocument(value as Parameters<typeof validateRichTextDocument>[0]).length === 0,
};

test('the content type offers only known nodes and marks, and valid slugs', () => {
  const known: string[] = [...Object.values(BLOCKS), ...Object.values(INLINES)];
  for (const nodeType of validation('content').enabledNodeTypes) expect(known).toContain(nodeType);
  for (const mark of validation('content').enabledMarks)
    expect(Object.values(MARKS)).toContain(mark);
  const pattern = new RegExp(validation('slug').regexp.pattern);
  for (const slug of ['a', 'Credit-Hire_2.0~x', '-a', 'a b', 'a/b', 'é', 'x'.repeat(201)])
    if (pattern.test(slug)) expect(slug).toMatch(SLUG);
});

test('the content type has the fields that the site reads, each with a help text', () => {
  expect(contentType.sys.id).toBe('blogPost');
  const written = new Set(sampleEntries.flatMap((entry) => Object.keys(entry.fields)));
  expect(fields.map(({ id }) => id).toSorted()).toEqual([...written].toSorted());
  const [{ controls }] = space.editorInterfaces;
  expect(controls).toEqual(
    fields.map(({ id }) =>
      expect.objectContaining({
        fieldId: id,
        settings: expect.objectContaining({ helpText: expect.stringMatching(/\.$/) }),
      }),
    ),
  );
  for (const pictures of ['featuredImage', 'content'])
    expect(JSON.stringify(controls)).toMatch(new RegExp(`"${pictures}".*cannot see it`));
});

/** The content types beside that of the posts, with their editors' settings. */
const others = { types: space.contentTypes.slice(1), editors: space.editorInterfaces.slice(1) };

test('the file for a space with posts adds the same types, and nothing else', () => {
  const added = JSON.parse(readFileSync('content/add-pages.json', 'utf8'));
  expect(added.contentTypes).toEqual(others.types);
  expect(added.editorInterfaces).toEqual(others.editors);
  expect([...added.entries, ...added.assets, ...added.tags]).toEqual([]);
  expect(added.locales).toEqual(space.locales);
});

test('each field of the other types has a help text, each of its limits a message', () => {
  interface OtherType {
    sys: { id: string };
    fields: {
      id: string;
      type: string;
      validations: object[];
      items?: Pick<Field, 'validations'>;
    }[];
  }
  const types = others.types as OtherType[];
  expect(types.map(({ sys }) => sys.id)).toEqual(['page', 'question', 'testimonial']);
  for (const [index, { sys, fields }] of types.entries()) {
    expect(others.editors[index].controls, sys.id).toEqual(
      fields.map(({ id }) =>
        expect.objectContaining({
          fieldId: id,
          settings: expect.objectContaining({ helpText: expect.stringMatching(/[.:?]$/) }),
        }),
      ),
    );
    for (const { id, type, validations, items } of fields)
      for (const limit of [...validations, ...(items?.validations ?? [])])
        if (type !== 'RichText')
          expect(limit, `${sys.id}: ${id}`).toHaveProperty('message', expect.stringMatching(/\.$/));
  }
});

test('every sample page could be written in its content type', () => {
  const [{ fields: own }] = others.types as [{ fields: Field[] }];
  const pages = samplesOf('page') as unknown as { fields: Record<string, unknown> }[];
  expect(pages).toHaveLength(2);
  for (const { fields: written } of pages) {
    for (const { id, required } of own) if (required) expect(written).toHaveProperty(id);
    for (const [id, value] of Object.entries(written)) {
      const limits = Object.assign(
        {},
        ...(own.find((field) => field.id === id)?.validations ?? [{ none: id }]),
      );
      expect(limits).not.toHaveProperty('none');
      if (typeof value === 'string' && limits.size)
        expect(value.length, id).toBeLessThanOrEqual(limits.size.max);
      if (limits.in) expect(limits.in).toContain(value);
    }
    expect(IS.RichText(written.content)).toBe(true);
  }
});
