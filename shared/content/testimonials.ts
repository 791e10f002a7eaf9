import type { Wording } from '../site/claims.ts';

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
  const said = [
    {
      name: 'Amara O.',
      text: soon
        ? 'They collected my car, and a replacement came the same day.'
        : 'They collected my car, and a replacement came.',
    },
    {
      name: 'Gareth P.',
      text: soon
        ? 'My van is my living. I lost one afternoon of work.'
        : 'My van is my living. They found me another.',
    },
    {
      name: 'Sunita R.',
      text: 'They told me what to write down and which photos to take.',
    },
    {
      name: 'Tom H.',
      text: 'Clear from the first call about who was paying for what.',
    },
    {
      name: 'Beata K.',
      text: soon
        ? 'A day without my taxi is a day without pay. I was back the next morning.'
        : 'A day without my taxi is a day without pay. They saw that.',
    },
    {
      name: 'Dev S.',
      text: brandedParts
        ? 'My motorcycle came back with branded parts, and the paint matches.'
        : 'My motorcycle came back, and the paint matches.',
    },
  ];
  return said.map(({ name, text }) => ({ name, text, rating: 5 }));
}
