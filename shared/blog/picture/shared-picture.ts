import { IMAGE_QUALITY } from '../../site/constants.ts';
import type { Picture } from '../post.ts';
import { isResizable, withParameters } from './images-api.ts';

/** The size that social networks ask for, in pixels. */
const SHARED = { width: 1200, height: 630 };

/**
 * A picture of the content service as a link to the post shows it: JPEG, since not every network
 * reads WebP. Null for a drawing and for what may be animated.
 */
export function sharedPicture({ url, width, height, alt, asIs }: Picture) {
  if (asIs || !isResizable(url)) return null;
  const asked = { w: SHARED.width, h: SHARED.height, fit: 'fill', fm: 'jpg', q: IMAGE_QUALITY };
  // The service makes no picture larger than it is.
  const large = (width ?? 0) >= SHARED.width && (height ?? 0) >= SHARED.height;
  return {
    url: withParameters(url.replace(/^\/\//, 'https://'), asked),
    alt,
    ...(large ? SHARED : {}),
  };
}
