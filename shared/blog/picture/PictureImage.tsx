import { IMAGE_QUALITY, IMAGE_WIDTH_PX, POST_IMAGE_HEIGHT_PX } from '../../site/constants.ts';
import type { Picture } from '../post.ts';
import { isResizable, withQuery } from './images-api.ts';
import '../../ui/picture.css';

/**
 * A picture's place decides what is requested from the content service's Images API
 * (docs/specification.md, section 3).
 */
export type Placement = 'card' | 'lead' | 'cover' | 'text';

interface ImageRequest {
  fit?: 'thumb' | 'fill';
  /** Pixels at full width; without a height the picture keeps its own proportions. */
  height?: number;
  /** The `sizes` attribute: the widths at which the layout shows the picture. */
  sizes: string;
}

const REQUESTS: Record<Placement, ImageRequest> = {
  card: {
    fit: 'thumb',
    sizes: '(min-width:80rem) 24rem,(min-width:64rem) 30vw,(min-width:48rem) 45vw,92vw',
  },
  /** The first card, which is as wide as the page. */
  lead: { fit: 'thumb', sizes: '(min-width:64rem) 45rem,92vw' },
  cover: { fit: 'fill', height: POST_IMAGE_HEIGHT_PX, sizes: '(min-width:70rem) 64rem,92vw' },
  text: { sizes: '(min-width:50rem) 46rem,92vw' },
};

/** The second candidate, for phones: half of the specified width. */
const SMALL_WIDTH_PX = IMAGE_WIDTH_PX / 2;

/**
 * Tells whether a picture keeps its own size: beyond the largest size that it is shown at it would
 * only be blurred.
 */
export function isSmallerThanSlot({ width }: Picture, placement: Placement): boolean {
  return width !== null && width < (placement === 'card' ? SMALL_WIDTH_PX : IMAGE_WIDTH_PX);
}

/**
 * Returns the URL of a picture in webp at the given width (pixels). A protocol-relative URL stays
 * so, and its query is kept.
 * https://www.contentful.com/developers/docs/references/images-api/
 */
export function pictureUrl(
  url: string,
  placement: Placement,
  width: number = IMAGE_WIDTH_PX,
): string {
  if (!isResizable(url)) return url;
  const { fit, height } = REQUESTS[placement];
  return withQuery(url, {
    w: width,
    ...(height && { h: Math.round((height * width) / IMAGE_WIDTH_PX) }),
    fm: 'webp',
    q: IMAGE_QUALITY,
    ...(fit && { fit }),
  });
}

/**
 * Returns the attributes of the `<img>` for a picture, with the proportions of the requested one,
 * so that nothing moves when it arrives.
 */
export function pictureAttributes(picture: Picture, placement: Placement) {
  const { url, width, height, asIs } = picture;
  const ownSize = { width: width ?? undefined, height: height ?? undefined };
  if (asIs || !isResizable(url)) return { src: url, ...ownSize };
  if (width !== null && width < IMAGE_WIDTH_PX)
    return { src: pictureUrl(url, 'text', width), ...ownSize };
  const { height: askedHeight, sizes } = REQUESTS[placement];
  const ownHeight = width && height ? Math.round((height * IMAGE_WIDTH_PX) / width) : undefined;
  const shownHeight = askedHeight ?? ownHeight;
  const src = pictureUrl(url, placement);
  return {
    src,
    srcSet: `${pictureUrl(url, placement, SMALL_WIDTH_PX)} ${SMALL_WIDTH_PX}w, ${src} ${IMAGE_WIDTH_PX}w`,
    sizes,
    width: shownHeight ? IMAGE_WIDTH_PX : undefined,
    height: shownHeight,
  };
}

interface PictureImageProps {
  picture: Picture;
  placement: Placement;
  className: string;
  /** True for a picture in the first view, which is fetched at once and before others. */
  inView?: boolean;
}

/**
 * A picture of the content service or one of the site's own drawings; below the fold it waits until
 * it is scrolled near.
 */
export function PictureImage({ picture, placement, className, inView = false }: PictureImageProps) {
  const loading = inView
    ? { fetchPriority: 'high' as const }
    : { loading: 'lazy' as const, decoding: 'async' as const };
  return (
    <img
      className={
        isSmallerThanSlot(picture, placement) ? `${className} ${className}--small` : className
      }
      alt={picture.alt}
      {...loading}
      {...pictureAttributes(picture, placement)}
    />
  );
}
