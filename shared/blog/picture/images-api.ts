import { IMAGE_QUALITY } from '../../site/constants.ts';
import type { Picture } from '../post.ts';

/**
 * Tells whether a picture can be resized. Only the content service does, and only pictures; this
 * site's own drawings have a path and no host.
 */
export function isResizable(url: string): boolean {
  return /^(?:https?:)?\/\/(?!(?:downloads|videos)\.)/.test(url);
}

/**
 * Adds parameters of the Images API to a URL and keeps its query.
 * https://www.contentful.com/developers/docs/references/images-api/
 */
export function withQuery(url: string, asked: Record<string, string | number>): string {
  const [address = '', query] = url.replace(/#.*/, '').split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(asked)) parameters.set(name, String(value));
  return `${address}?${parameters}`;
}

/** The size that social networks ask for, in pixels. */
const SOCIAL_IMAGE_SIZE = { width: 1200, height: 630 };

/**
 * Returns the picture of a shared link: of the content service as JPEG, since not every network
 * reads WebP; of the owner's folder as it is. Null for a drawing and for pictures that may be animated.
 */
export function socialImage({ url, width, height, alt, asIs }: Picture, siteUrl: string) {
  if (asIs) return null;
  if (!isResizable(url))
    return { url: siteUrl + url, alt, ...(width && height ? { width, height } : {}) };
  const asked = {
    w: SOCIAL_IMAGE_SIZE.width,
    h: SOCIAL_IMAGE_SIZE.height,
    fit: 'fill',
    fm: 'jpg',
    q: IMAGE_QUALITY,
  };
  // The service makes no picture larger than it is.
  const large =
    (width ?? 0) >= SOCIAL_IMAGE_SIZE.width && (height ?? 0) >= SOCIAL_IMAGE_SIZE.height;
  return {
    url: withQuery(url.replace(/^\/\//, 'https://'), asked),
    alt,
    ...(large ? SOCIAL_IMAGE_SIZE : {}),
  };
}
