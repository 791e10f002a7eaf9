import { PHOTO_ASPECT_RATIO, type PhotoPage, photoPath } from '../site/photo.ts';
import { useSite } from '../site/site-context.ts';
import './photo.css';

const WIDTH_PX = 1200;

/** The owner's photo for a page, if there is one; no page needs it to look whole. */
export function Photo({ page }: { page: PhotoPage }) {
  const photo = useSite().photos?.[page];
  if (!photo) return null;
  return (
    <img
      className="photo"
      alt={photo.alt}
      loading="lazy"
      decoding="async"
      src={photoPath(page, WIDTH_PX)}
      width={WIDTH_PX}
      height={WIDTH_PX / PHOTO_ASPECT_RATIO}
    />
  );
}
