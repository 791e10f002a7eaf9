import type { Config } from '../config/config.ts';
import { createContentfulSource } from './contentful/contentful-source.ts';
import { ContentFolder } from './folder/content-folder.ts';
import { createFolderSource } from './folder/folder-source.ts';
import { CONTENT_TYPES, type RawContent } from './source.ts';

/**
 * Reads everything that is published, for a command: from the content service when there is one,
 * otherwise from the owner's folder.
 * @throws {ContentUnavailableError} when a part cannot be read
 */
export async function readPublished(
  { contentful, siteDir }: Config,
  deadlineMs: number,
): Promise<RawContent> {
  const source = contentful
    ? createContentfulSource({ ...contentful, deadlineMs })
    : createFolderSource('folder', new ContentFolder(siteDir));
  const raw = await source.read({ types: CONTENT_TYPES });
  for (const read of Object.values(raw.types)) if (read.state === 'failed') throw read.error;
  return raw;
}
