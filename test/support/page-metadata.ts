import { glob } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { PageMetadata } from '../../shared/head/metadata.ts';

/** What every page of the site says about itself. */
export async function readMetadata(): Promise<PageMetadata[]> {
  const files: string[] = [];
  for await (const file of glob('shared/pages/**/*.tsx'))
    if (!file.includes('.test.')) files.push(resolve(file));
  const modules = await Promise.all(files.map((file) => import(file)));
  return modules.map(({ metadata }) => metadata);
}
