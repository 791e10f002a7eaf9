import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

/**
 * The source of posts and pages: the content service, files of the owner's folder, the samples, or
 * none at all.
 */
export type ContentKind = 'service' | 'folder' | 'samples' | 'none';

/** The folders of posts and pages within the owner's folder. */
export const CONTENT_FOLDERS = { post: 'posts', page: 'pages' } as const;

/** Other files beside them belong to editors and operating systems. */
const CONTENT_FILE = /^[^.~#].*\.md$/;
export const isContentFile = (name: string): boolean => CONTENT_FILE.test(name);

/**
 * Returns the kind of content that a configuration has now. A public site shows no samples, since
 * its visitors could believe them.
 */
export function contentKindOf(
  config: Pick<Config, 'contentful' | 'siteDir' | 'showsSamples'>,
): ContentKind {
  const { contentful, siteDir, showsSamples } = config;
  if (contentful) return 'service';
  if (hasContentFiles(siteDir)) return 'folder';
  return showsSamples ? 'samples' : 'none';
}

function hasContentFiles(siteDir: string): boolean {
  return Object.values(CONTENT_FOLDERS).some((folder) => {
    try {
      return readdirSync(join(siteDir, folder)).some(isContentFile);
    } catch {
      return false;
    }
  });
}
