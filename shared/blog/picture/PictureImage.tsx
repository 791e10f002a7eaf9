import type { Picture } from '../post.ts';
import { keepsItsSize, type Placement, pictureAttributes } from './picture.ts';

interface PictureImageProps {
  picture: Picture;
  placement: Placement;
  className: string;
  /** In view when the page opens: fetched at once and before other pictures. */
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
      className={keepsItsSize(picture, placement) ? `${className} ${className}--small` : className}
      alt={picture.alt}
      {...loading}
      {...pictureAttributes(picture, placement)}
    />
  );
}
