import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { ContentKind } from '../config/content-kind.ts';
import type { Database } from '../database/database.ts';
import type { Metrics } from '../ops/metrics.ts';
import { Content } from './content.ts';
import { createContentfulDrafts, createContentfulSource } from './contentful/contentful-source.ts';
import { ContentFolder } from './folder/content-folder.ts';
import { createFolderSource, type FolderSource } from './folder/folder-source.ts';
import type { PictureStore } from './folder/picture-store.ts';
import { CONTENT_TYPES, type DraftSource, type RawContent } from './source.ts';

/** The date of the samples, whose files have that of their build. */
const SAMPLES_MODIFIED_AT = new Date('2026-11-02T09:00:00Z');

/** The content of a site, and what else its source gives. */
export interface SiteContentDeps {
  contentKind: ContentKind;
  content: Content;
  /** Null when drafts are off. */
  drafts: DraftSource | null;
  /** Reads a picture of posts and pages that are files; null when the source has none. */
  readPicture: PictureStore['read'] | null;
}

/** The owner's folder, and the source that it is. */
export interface OwnerFolder {
  folder: ContentFolder;
  source: FolderSource;
}

export function openOwnerFolder({ siteDir }: Pick<Config, 'siteDir'>): OwnerFolder {
  const folder = new ContentFolder(siteDir);
  return { folder, source: createFolderSource('folder', folder) };
}

/** Creates the content of a configuration. It reads nothing before it is started. */
export function createContent(deps: {
  config: Config;
  contentKind: ContentKind;
  owner: OwnerFolder;
  log: Logger;
  metrics: Metrics;
  database: Database;
  /** Folder of the build, which holds the samples. */
  dist: string;
}): SiteContentDeps {
  const { config, contentKind, owner, log, metrics, database, dist } = deps;
  const { contentful } = config;
  const options = {
    site: config,
    ttlSeconds: config.contentTtlSeconds,
    isShared: config.databaseUrl !== null,
    log,
    metrics,
  };
  if (contentful) {
    const onCall = (call: string, outcome: string) => metrics.contentCalls.inc({ call, outcome });
    const source = createContentfulSource({ ...contentful, onCall });
    const content = new Content({ ...options, source, database });
    const drafts = config.preview && createContentfulDrafts(config.preview);
    return { contentKind, content, drafts, readPicture: null };
  }
  const samples = new ContentFolder(join(dist, 'content/sample'), {
    modifiedAt: SAMPLES_MODIFIED_AT,
  });
  const isSample = contentKind === 'samples';
  const source = isSample ? createFolderSource('samples', samples) : owner.source;
  const { pictures } = isSample ? samples : owner.folder;
  return {
    contentKind,
    content: new Content({ ...options, source, database: isSample ? null : database }),
    drafts: owner.source,
    readPicture: pictures.read,
  };
}

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
