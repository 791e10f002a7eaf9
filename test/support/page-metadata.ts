import { glob } from 'node:fs/promises';
import { resolve } from 'node:path';
import { resolveText } from '../../shared/head/head.ts';
import type { PageMetadata } from '../../shared/head/metadata.ts';
import type { WordingInput } from '../../shared/site/claims.ts';
import { TEST_SITE } from './test-site.ts';

/** Reads the metadata of every page of a site, with the claims of a company. */
export async function readMetadata(facts: WordingInput = TEST_SITE) {
  const files: string[] = [];
  for await (const file of glob('shared/pages/**/*.tsx'))
    if (!file.includes('.test.')) files.push(resolve(file));
  const modules = await Promise.all(files.map((file) => import(file)));
  // A part of a page has none.
  const pages = modules.filter(({ metadata }) => metadata !== undefined);
  return pages.map(({ metadata }: { metadata: PageMetadata }) => ({
    ...metadata,
    title: resolveText(metadata.title, facts),
    description: resolveText(metadata.description, facts),
    keywords: resolveText(metadata.keywords, facts),
  }));
}
