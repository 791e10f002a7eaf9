import type { Post } from '../../../shared/blog/post.ts';
import { type ContentfulSettings, createContentfulSource } from './contentful.ts';
import type { Reading } from './normalise.ts';

/** Posts as their editors see them; null when there is none, or none with a title yet. */
export interface PreviewSource {
  /** @throws {ContentUnavailable} when the preview service gives no usable answer */
  bySlug(slug: string): Promise<Post | null>;
  /** @throws {ContentUnavailable} likewise */
  byId(entryId: string): Promise<Post | null>;
}

/**
 * Drafts from Contentful's preview API, which answers like the delivery API. Nothing is cached, so
 * that editors see their latest change.
 */
export function createPreviewSource(
  settings: ContentfulSettings,
  reading?: Reading,
): PreviewSource {
  const source = createContentfulSource(settings, reading);
  return {
    bySlug: async (slug) => (await source.post(slug))?.post ?? null,
    byId: async (entryId) => (await source.entry(entryId))?.post ?? null,
  };
}
