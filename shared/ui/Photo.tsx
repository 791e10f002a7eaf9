import { PHOTO_ASPECT_RATIO, PHOTO_WIDTHS_PX, type PhotoPage, photoPath } from '../site/photo.ts';
import { useSite } from '../site/site-context.ts';
import './picture.css';
import './photo.css';

interface PhotoImageProps {
  /** The id of a page, or the `photo` of a person in the site file. */
  name: string;
  alt: string;
  /** The width on the screen, as in the `sizes` attribute. */
  sizes: string;
  /** True on a first screen: it loads at once. */
  inView?: boolean | undefined;
}

/** One of the owner's photos, in the width that the screen needs. */
export function PhotoImage({ name, alt, sizes, inView }: PhotoImageProps) {
  const [small, large] = PHOTO_WIDTHS_PX;
  return (
    <img
      alt={alt}
      loading={inView ? undefined : 'lazy'}
      decoding="async"
      sizes={sizes}
      srcSet={`${photoPath(name, small)} ${small}w, ${photoPath(name, large)} ${large}w`}
      src={photoPath(name, large)}
      width={large}
      height={large / PHOTO_ASPECT_RATIO}
    />
  );
}

interface PhotoProps {
  page: PhotoPage;
  inView?: boolean;
}

/**
 * The owner's photo for a page, if there is one, with its caption as a number plate. No page needs
 * it to look whole.
 */
export function Photo({ page, inView }: PhotoProps) {
  const photo = useSite().photos?.[page];
  if (!photo) return null;
  const { alt, caption } = photo;
  return (
    <figure className="photo">
      <PhotoImage name={page} alt={alt} sizes="(min-width:64rem) 30rem,92vw" inView={inView} />
      {caption ? (
        <figcaption>
          <span>{caption}</span>
        </figcaption>
      ) : null}
    </figure>
  );
}
