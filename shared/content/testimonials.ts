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
  return [
    {
      name: 'Amara O.',
      rating: 5,
      text: `They collected my car, and a replacement came${soon ? ' the same day' : ''}.`,
    },
    {
      name: 'Gareth P.',
      rating: 5,
      text: `My van is my living. ${soon ? 'I lost one afternoon of work' : 'They found me another'}.`,
    },
    {
      name: 'Sunita R.',
      rating: 5,
      text: 'They told me what to write down and which photos to take.',
    },
    {
      name: 'Tom H.',
      rating: 5,
      text: 'Clear from the first call about who was paying for what.',
    },
    {
      name: 'Beata K.',
      rating: 5,
      text: `A day without my taxi is a day without pay. ${soon ? 'I was back the next morning' : 'They saw that'}.`,
    },
    {
      name: 'Dev S.',
      rating: 5,
      text: `My motorcycle came back${brandedParts ? ' with branded parts' : ''}, and the paint matches.`,
    },
  ];
}
