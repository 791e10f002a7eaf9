import {
  type Alias,
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';
import * as z from 'zod';
import { validDate } from '../../../shared/blog/post.ts';
import { SLUG } from '../../../shared/routes.ts';
import type { FileIssue } from './markdown-to-rich-text.ts';

/** Describes a value of the wrong type for which a schema has no message of its own. */
function describeType(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is missing';
  if (issue.code === 'invalid_type' && issue.expected === 'string')
    return 'must be text: put it in quotes';
  return `must be ${(issue.code === 'invalid_type' && TYPE_NAMES[issue.expected]) || 'another value'}`;
}

const TYPE_NAMES: Partial<Record<string, string>> = {
  array: 'a list',
  object: 'a group of keys',
  boolean: 'true or false',
};

const text = z.string();
const requiredText = text.trim().min(1, 'is missing');

/** A date, with a time or without one. Editors also write a space between the two. */
const date = text
  .transform((value) => value.trim().replace(/^(\d{4}-\d\d-\d\d) +(?=\d)/, '$1T'))
  .refine((value) => validDate(value) !== undefined, {
    error: 'must be a date, for example 2026-11-28 or 2026-11-28T09:30',
  });

const slug = text.trim().regex(SLUG, {
  error: 'must have only letters, digits and - . _ ~, and begin with a letter or digit',
});

const COMMON = {
  title: requiredText,
  image: text.optional(),
  imageAlt: text.optional(),
  aliases: z.array(slug).optional(),
  draft: z.boolean().optional(),
};

/** The keys of a post and of a page, by the names of the content model. */
export const FRONT_MATTER = {
  post: z.strictObject({
    ...COMMON,
    publishedDate: date,
    slug: slug.optional(),
    excerpt: text.optional(),
    author: text.optional(),
    tags: z.array(requiredText).optional(),
  }),
  page: z.strictObject({
    ...COMMON,
    summary: requiredText,
    questions: z.array(z.strictObject({ question: requiredText, answer: requiredText })).optional(),
    group: text.optional(),
    area: text.optional(),
    ending: text.optional(),
    seoTitle: text.optional(),
    seoDescription: text.optional(),
    shareImage: text.optional(),
    noindex: z.boolean().optional(),
  }),
};

export type FileKind = keyof typeof FRONT_MATTER;

/** The keys of a file. One that has a fault is absent, as are those of the other kind. */
export type Keys = Partial<z.infer<typeof FRONT_MATTER.post> & z.infer<typeof FRONT_MATTER.page>>;

/** A file in its two parts. */
export interface ParsedFile {
  keys: Keys;
  /** The reasons why the file cannot be shown; [] for one that can. */
  faults: FileIssue[];
  /** Returns the line of a key in the file. */
  lineOf(...path: PropertyKey[]): number;
  body: string;
  /** The line of the file on which the body begins. */
  bodyLine: number;
}

/** The most uses of YAML's own aliases: a file may repeat a text, but not multiply it. */
const MAX_YAML_ALIASES = 50;
/** The parser compares each key with all others: 2 MB of keys would hold the site up for an hour. */
const MAX_FRONT_MATTER_LENGTH = 64_000;

const FENCE = /^---[ \t]*\r?\n/;
const NEXT_FENCE = /^---[ \t]*(?:\r?\n|$)/m;

/** Parses a file of Markdown under front matter. */
export function parseFrontMatter(source: string, kind: FileKind): ParsedFile {
  const file = source.replace(/^\uFEFF/, '');
  const opening = FENCE.exec(file)?.[0] ?? '';
  const closing = NEXT_FENCE.exec(file.slice(opening.length));
  if (!opening || !closing) {
    const faults = [
      { line: 1, text: 'The file must begin with a line ---, its keys and a line ---.' },
    ];
    return { keys: {}, faults, lineOf: () => 1, body: file, bodyLine: 1 };
  }
  const bodyStart = opening.length + closing.index + closing[0].length;
  const frontMatter = file.slice(opening.length, opening.length + closing.index);
  const isTooLong = frontMatter.length > MAX_FRONT_MATTER_LENGTH;
  return {
    ...(isTooLong ? TOO_LONG : parseKeys(frontMatter, kind)),
    body: file.slice(bodyStart),
    bodyLine: file.slice(0, bodyStart).split('\n').length,
  };
}

type ParsedKeys = Pick<ParsedFile, 'keys' | 'faults' | 'lineOf'>;

const TOO_LONG: ParsedKeys = {
  keys: {},
  faults: [{ line: 1, text: 'The block of keys is longer than 64 kB.' }],
  lineOf: () => 1,
};

function parseKeys(frontMatter: string, kind: FileKind): ParsedKeys {
  const lineCounter = new LineCounter();
  const document = parseDocument(frontMatter, { lineCounter });
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + 1;
  const lineOf = (...path: PropertyKey[]) => {
    for (let { length } = path; length > 0; length -= 1) {
      const offset = offsetOf(document, path.slice(0, length));
      if (offset !== undefined) return lineAt(offset);
    }
    return 1;
  };
  if (document.errors.length > 0) {
    const faults = document.errors.map((error) => describeYamlError(error, lineAt));
    return { keys: {}, faults, lineOf };
  }
  let values: unknown;
  try {
    values = withoutEmptyKeys(document.toJS({ maxAliasCount: MAX_YAML_ALIASES }));
  } catch {
    return { keys: {}, faults: [describeAliases(document, lineAt)], lineOf };
  }
  const { data, error } = FRONT_MATTER[kind].safeParse(values, { error: describeType });
  if (!error) return { keys: data, faults: [], lineOf };
  return {
    keys: parseEachKey(values, kind),
    faults: error.issues.flatMap((issue) => describeIssue(issue, kind, lineOf)),
    lineOf,
  };
}

/** Returns the keys without a fault, for the editor's own view of a file with one. */
function parseEachKey(values: unknown, kind: FileKind): Keys {
  const parsed = Object.entries(FRONT_MATTER[kind].shape).map(([key, schema]) => [
    key,
    schema.safeParse((values as Record<string, unknown>)[key]).data,
  ]);
  return Object.fromEntries(parsed);
}

/** Returns where a key stands in the front matter, or an item of a list. */
function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number | undefined {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  const node = isMap(parent)
    ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))?.key
    : document.getIn(path, true);
  return isNode(node) ? node.range?.[0] : undefined;
}

/** A key without a value counts as absent. */
const withoutEmptyKeys = (raw: unknown): unknown =>
  raw !== null && typeof raw === 'object' && !Array.isArray(raw)
    ? Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null))
    : (raw ?? {});

const YAML_ADVICE: Partial<Record<YAMLError['code'], string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'A text with a colon in it must be in quotes.',
  DUPLICATE_KEY: 'This key is there twice.',
  TAB_AS_INDENT: 'Use spaces, not a tab, at the start of the line.',
};

function describeYamlError(
  { code, message, pos }: YAMLError,
  lineAt: (offset: number) => number,
): FileIssue {
  const [reason = ''] = message.split(' at line ');
  return { line: lineAt(pos[0]), text: YAML_ADVICE[code] ?? `The keys cannot be read: ${reason}.` };
}

/** Describes why the aliases of YAML in a document lead nowhere, or make it too long. */
function describeAliases(document: Document, lineAt: (offset: number) => number): FileIssue {
  const anchors = new Set<string | undefined>();
  const aliases: Alias[] = [];
  let unknown: Alias | undefined;
  visit(document, {
    Value: (_, { anchor }) => void anchors.add(anchor),
    Alias(_, alias) {
      aliases.push(alias);
      if (!anchors.has(alias.source)) unknown ??= alias;
    },
  });
  const line = lineAt((unknown ?? aliases[0])?.range?.[0] ?? 0);
  const text = unknown
    ? `A text that begins with * must be in quotes: *${unknown.source}`
    : 'The keys use too many aliases of YAML';
  return { line, text: `${text}.` };
}

function describeIssue(
  issue: z.core.$ZodIssue,
  kind: FileKind,
  lineOf: ParsedFile['lineOf'],
): FileIssue[] {
  if (issue.code !== 'unrecognized_keys')
    return [{ line: lineOf(...issue.path), text: `${pathOf(issue.path)} ${issue.message}.` }];
  return issue.keys.map((key) => {
    const reason =
      kind === 'page' && key === 'slug'
        ? 'is not a key of a page: the name of the file is its address.'
        : `is not a key of a ${kind}. The keys are ${Object.keys(FRONT_MATTER[kind].shape).join(', ')}.`;
    return { line: lineOf(...issue.path, key), text: `${pathOf([...issue.path, key])} ${reason}` };
  });
}

/** Returns the path of a key as editors write it: `questions[0].answer`. */
function pathOf(path: readonly PropertyKey[]): string {
  const parts = path.map((key) => (typeof key === 'number' ? `[${key + 1}]` : `.${String(key)}`));
  return parts.join('').replace(/^\./, '') || 'The block of keys';
}
