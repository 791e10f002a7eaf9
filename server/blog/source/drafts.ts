import type { Post } from '../../../shared/blog/post.ts';
import { type ContentfulSettings, createContentfulSource } from './contentful.ts';
import type { Reading } from './normalise.ts';

/** Posts as their editors see them. */
export interface PreviewSource {
  /**
   * The draft of a post; null when there is none, or none with a title yet.
   * @throws {ContentUnavailable} when the preview service gives no usable answer
   */
  post(slug: string): Promise<Post | null>;
}

/**
 * Drafts from Contentful's preview API, which answers like the delivery API. Nothing is kept: an
 * editor wants the latest word.
 */
export function createPreviewSource(
  settings: ContentfulSettings,
  reading?: Reading,
): PreviewSource {
  const { post } = createContentfulSource(settings, reading);
  return { post };
}
