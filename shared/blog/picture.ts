import { IMAGE_QUALITY, IMAGE_WIDTH_PX, POST_IMAGE_HEIGHT_PX } from '../site/constants.ts';
import type { Picture } from './post.ts';

/**
 * A picture's place decides what is requested from the content service's Images API
 * (docs/specification.md, section 3).
 */
export type Placement = 'card' | 'cover' | 'text';

interface Request {
  fit?: 'thumb' | 'fill';
  /** At full width, in pixels; without one the picture keeps its own proportions. */
  height?: number;
  /** How wide the layout shows it. */
  sizes: string;
}

const REQUESTS: Record<Placement, Request> = {
  card: {
    fit: 'thumb',
    sizes: '(min-width:80rem) 24rem,(min-width:64rem) 30vw,(min-width:48rem) 45vw,92vw',
  },
  cover: { fit: 'fill', height: POST_IMAGE_HEIGHT_PX, sizes: '(min-width:70rem) 64rem,92vw' },
  text: { sizes: '(min-width:50rem) 46rem,92vw' },
};

interface PictureAttributes {
  src: string;
  srcSet?: string;
  sizes?: string;
  /** Proportions of what is requested, so that nothing moves when it arrives. */
  width?: number;
  height?: number;
}

/** The second candidate, for phones: half of the specified width. */
const SMALL_WIDTH_PX = IMAGE_WIDTH_PX / 2;

/**
 * Only the content service resizes, and only pictures; this site's own drawings have a path and no
 * host.
 */
function isResizable(url: string): boolean {
  return /^(?:https?:)?\/\/(?!(?:downloads|videos)\.)/.test(url);
}

/**
 * The largest size a picture is shown at, in pixels: enlarged beyond it, it would only be blurred.
 */
const OWN_SIZE_BELOW_PX: Record<Placement, number> = {
  card: SMALL_WIDTH_PX,
  cover: IMAGE_WIDTH_PX,
  text: IMAGE_WIDTH_PX,
};

export function keepsItsSize({ width }: Picture, placement: Placement): boolean {
  return width !== null && width < OWN_SIZE_BELOW_PX[placement];
}

/**
 * Address of a picture in webp at the given width (pixels). A protocol-relative address stays so,
 * and what its query holds already is kept.
 * https://www.contentful.com/developers/docs/references/images-api/
 */
export function pictureAddress(
  url: string,
  placement: Placement,
  width: number = IMAGE_WIDTH_PX,
): string {
  if (!isResizable(url)) return url;
  const { fit, height } = REQUESTS[placement];
  return withParameters(url, {
    w: width,
    ...(height && { h: Math.round((height * width) / IMAGE_WIDTH_PX) }),
    fm: 'webp',
    q: IMAGE_QUALITY,
    ...(fit && { fit }),
  });
}

function withParameters(url: string, asked: Record<string, string | number>): string {
  const [address = '', query] = url.replace(/#.*/, '').split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(asked)) parameters.set(name, String(value));
  return `${address}?${parameters}`;
}

/** Attributes of the `<img>` for a picture. */
export function pictureAttributes(picture: Picture, placement: Placement): PictureAttributes {
  const { url, width, height, asIs } = picture;
  const ownSize = { width: width ?? undefined, height: height ?? undefined };
  if (asIs || !isResizable(url)) return { src: url, ...ownSize };
  if (width !== null && width < IMAGE_WIDTH_PX)
    return { src: pictureAddress(url, 'text', width), ...ownSize };
  const { height: askedHeight, sizes } = REQUESTS[placement];
  const ownHeight = width && height ? Math.round((height * IMAGE_WIDTH_PX) / width) : undefined;
  const shownHeight = askedHeight ?? ownHeight;
  const src = pictureAddress(url, placement);
  return {
    src,
    srcSet: `${pictureAddress(url, placement, SMALL_WIDTH_PX)} ${SMALL_WIDTH_PX}w, ${src} ${IMAGE_WIDTH_PX}w`,
    sizes,
    width: shownHeight ? IMAGE_WIDTH_PX : undefined,
    height: shownHeight,
  };
}

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
