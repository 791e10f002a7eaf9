import * as z from 'zod';
import { SiteFile } from '../site-file/site-file-schema.ts';

/** The parts of a JSON schema that a template needs. */
interface Schema {
  type?: string;
  description?: string;
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  examples?: unknown[];
}

/** The sections of the site file as an owner thinks of them. */
const CHAPTERS: readonly (readonly [heading: string, keys: readonly (keyof SiteFile)[]])[] = [
  ['WHO WE ARE', ['company']],
  ['WHAT WE PROMISE: say only what is true, and keep the evidence', ['claims', 'proof']],
  ['HOW WE LOOK', ['brand', 'photos']],
  ['WHAT WE SAY', ['headings', 'testimonials', 'faq', 'legal', 'redirects']],
];

const INTRODUCTION = `## Your site. Every line that begins with # has no effect yet.
## To use a line, remove "# " before it and fill it in; lines with ## explain. Save: the site changes within five seconds.
`;

/**
 * Returns a site file in which every fact and claim is a comment, with a line that explains it.
 * @param schemaPath the path of docs/site.schema.json from the file; null when it is not there
 */
export function siteFileTemplate(schemaPath: string | null): string {
  const { properties = {} } = z.toJSONSchema(SiteFile, { io: 'input' }) as Schema;
  const chapters = CHAPTERS.map(
    ([heading, keys]) =>
      `\n## ${heading}\n\n${keys.map((key) => section(key, properties[key] ?? {})).join('\n')}`,
  );
  const schemaLine = schemaPath ? `# yaml-language-server: $schema=${schemaPath}\n` : '';
  return schemaLine + INTRODUCTION + chapters.join('');
}

/** Returns the lines of a section: its name stands, and what is in it is commented out. */
function section(key: string, schema: Schema): string {
  const explanation = schema.description ? `## ${schema.description}\n` : '';
  const children = childLines(schema);
  if (children.length === 0) return `${explanation}# ${entry(key, schema)}\n`;
  const lines = children.map((line) => `  ${line}\n`);
  return `${explanation}${key}:\n${lines.join('')}`;
}

/** Returns what is below a key: explanations with `##`, settings with `#`. */
function childLines({ properties, items, examples }: Schema): string[] {
  if (examples)
    return Object.entries(examples[0] as object).map(([key, value]) => `# ${key}: ${value}`);
  if (items?.properties) return listItem(items).map((line) => `# ${line}`);
  return Object.entries(properties ?? {}).flatMap(([key, schema]) => [
    ...(schema.description ? [`## ${schema.description}`] : []),
    ...settingLines(key, schema).map((line) => `# ${line}`),
  ]);
}

/** Returns the lines of one setting, with everything in it, to be filled in. */
function settingLines(key: string, schema: Schema): string[] {
  if (schema.properties) return [`${key}:`, ...nestedLines(schema).map((line) => `  ${line}`)];
  if (schema.items?.properties)
    return [`${key}:`, ...listItem(schema.items).map((line) => `  ${line}`)];
  return [entry(key, schema)];
}

const nestedLines = ({ properties = {} }: Schema) =>
  Object.entries(properties).flatMap(([key, schema]) => settingLines(key, schema));

const listItem = (schema: Schema) =>
  nestedLines(schema).map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`));

/** Returns a key with the only value that it can have, or open. */
function entry(key: string, schema: Schema): string {
  const [first] = schema.anyOf ?? [];
  if (first) return entry(key, first);
  if (schema.type === 'boolean' || schema.const === true) return `${key}: true`;
  return schema.type === 'array' ? `${key}: []` : `${key}:`;
}
