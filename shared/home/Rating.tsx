import { useCompany } from '../site/site-context.ts';

/** What customers give the company elsewhere, where anybody can read it; nothing when not set. */
export function Rating() {
  const { reviews } = useCompany();
  return reviews ? (
    <>
      Rated {reviews.rating} on <a href={reviews.url}>{reviews.name}</a>.
    </>
  ) : null;
}
