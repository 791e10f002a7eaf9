import type { Wording } from '../site/claims.ts';
import { table } from '../ui/Words.tsx';

export interface Testimonial {
  name: string;
  text: string;
  /** Stars out of 5. */
  rating: number;
  /** Where it was said, such as the name of a review site. */
  source?: string;
}

/**
 * These six were written to show the layout; nobody said them. UK law bans invented reviews
 * (Digital Markets, Competition and Consumers Act 2024, schedule 20), so a public site never shows
 * them: real ones are in the site file. They follow the claims: nobody says that a replacement came
 * sooner than is claimed.
 */
export function sampleTestimonials({ hours, brandedParts }: Wording): readonly Testimonial[] {
  const soon = Number.parseInt(hours, 10) <= 12;
  const said = table(
    ['name', 'text'],
    `Amara O. | They collected my car, and a replacement came${soon ? ' the same day' : ''}.
Gareth P. | My van is my living. ${soon ? 'I lost one afternoon of work' : 'They found me another'}.
Sunita R. | They told me what to write down and which photos to take.
Tom H. | Clear from the first call about who was paying for what.
Beata K. | A day without my taxi is a day without pay. ${soon ? 'I was back the next morning' : 'They saw that'}.
Dev S. | My motorcycle came back${brandedParts ? ' with branded parts' : ''}, and the paint matches.`,
  );
  return said.map((each) => ({ ...each, rating: 5 }));
}
