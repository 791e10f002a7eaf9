import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { SECRET_VARIABLES } from '../server/config/env/secrets.ts';
import type { VariableDefinition } from '../server/config/env/variable-definition.ts';
import { SECTIONS } from '../server/config/env/variables.ts';
import { RESERVED_SLUGS } from '../server/config/site-file/reserved-slugs.ts';
import { SiteFile } from '../server/config/site-file/site-file-schema.ts';
import { isCorePage } from '../shared/routes.ts';
import { sampleSpace } from './sample-space.ts';

const CONFIGURATION = 'docs/configuration.md';

/**
 * Generates the documents about the settings from the one list of them, and the schema of the site
 * file (`npm run docs`). build/docs.test.ts fails when somebody forgets.
 */
export async function generateDocs(): Promise<Record<string, string>> {
  return {
    [CONFIGURATION]: configuration(),
    '.env.example': environmentFile(),
    'docs/site.schema.json': siteSchema(),
    'content/content.json': contentModel(await emptySpaceWithSamples()),
    'content/add-pages.json': contentModel(readFileSync('content/add-pages.json', 'utf8')),
  };
}

/** Returns the document with a new list below each heading. */
function configuration(): string {
  let text = readFileSync(CONFIGURATION, 'utf8');
  for (const [heading, variables] of Object.entries(SECTIONS)) {
    const place = new RegExp(`(?<=^## ${heading}\n\n)(?:- .*\n)*`, 'm');
    if (!place.test(text)) throw new Error(`${CONFIGURATION} has no ## ${heading}`);
    text = text.replace(place, () => list(variables));
  }
  return text;
}

function list(variables: Record<string, VariableDefinition>): string {
  const lines = Object.entries(variables).map(([name, variable]) => {
    const standard = defaultOf(variable);
    const shown = standard === undefined ? variable.defaultText : `\`${standard}\``;
    const secret = SECRET_VARIABLES.includes(name) ? ' **Secret.**' : '';
    return `- \`${name}\`${shown ? ` (${shown})` : ''}: ${variable.meaning}${secret}\n`;
  });
  return lines.join('');
}

function defaultOf({ check }: VariableDefinition): unknown {
  return 'defaultValue' in check.def ? check.def.defaultValue : undefined;
}

function environmentFile(): string {
  const sections = Object.entries<Record<string, VariableDefinition>>(SECTIONS).map(
    ([name, variables]) => {
      const lines = Object.entries(variables).map(
        ([variable, entry]) => `# ${variable}=${defaultOf(entry) ?? entry.example ?? ''}\n`,
      );
      return `\n# ${name}\n${lines.join('')}`;
    },
  );
  return `# Every setting, with its default or an example; docs/configuration.md explains each one.
# Nothing has to be set. Copy this file to .env in the folder you start the site from. Variables set in the environment take precedence.
${sections.join('')}`;
}

/** Returns the schema with which editors complete and check a site file. */
function siteSchema(): string {
  const schema = z.toJSONSchema(SiteFile, { io: 'input' });
  return `${JSON.stringify({ ...schema, title: 'The site file' }, null, 2)}\n`;
}

/** Returns the content model with the slugs that editors' pages cannot have. */
function contentModel(space: string): string {
  const reserved = [...RESERVED_SLUGS]
    .filter((slug) => !isCorePage(slug))
    .sort()
    .join('|');
  return space.replace(
    /(?<="prohibitRegexp": \{\s*"pattern": ")[^"]*/,
    `^(${reserved})$`.replaceAll('$', '$$$$'),
  );
}

/** Returns the export for an empty space: its content types, and the samples as entries. */
async function emptySpaceWithSamples(): Promise<string> {
  const space = JSON.parse(readFileSync('content/content.json', 'utf8'));
  return `${JSON.stringify({ ...space, ...(await sampleSpace()) }, null, 2)}\n`;
}

if (import.meta.main)
  for (const [file, text] of Object.entries(await generateDocs())) writeFileSync(file, text);
