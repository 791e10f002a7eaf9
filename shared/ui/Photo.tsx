import { PHOTO_HEIGHT_PX, PHOTO_WIDTH_PX, type PhotoPage, photoPath } from '../site/photo.ts';
import { useSite } from '../site/site-context.ts';
import './photo.css';

/** The owner's photo for a page, if there is one; no page needs it to look whole. */
export function Photo({ page }: { page: PhotoPage }) {
  const alt = useSite().photos?.[page];
  if (!alt) return null;
  return (
    <img
      className="photo"
      alt={alt}
      loading="lazy"
      decoding="async"
      src={photoPath(page)}
      width={PHOTO_WIDTH_PX}
      height={PHOTO_HEIGHT_PX}
    />
  );
}
