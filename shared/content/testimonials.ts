import type { Wording } from '../site/claims.ts';

export interface Testimonial {
  name: string;
  text: string;
  /** Stars out of 5. */
  rating: number;
  /** The place of publication, such as the name of a review site. */
  source?: string;
}

/**
 * These six were written to show the layout; nobody said them. UK law bans invented reviews
 * (Digital Markets, Competition and Consumers Act 2024, schedule 20), so a public site never shows
 * them: real ones are in the site file. They follow the claims, as everything else does.
 */
export const sampleTestimonials = ({
  recovery,
  delivered,
  vans,
  taxis,
  motorcycles,
}: Wording): readonly Testimonial[] => [
  {
    name: 'Amara O.',
    text: `They ${recovery ? 'collected my car and ' : ''}${delivered ? 'brought me' : 'found me'} a replacement.`,
    rating: 5,
  },
  {
    name: 'Gareth P.',
    text: `My ${vans ? 'van' : 'car'} is my living. They got me another one.`,
    rating: 5,
  },
  {
    name: 'Sunita R.',
    text: 'They told me what to write down and which photos to take.',
    rating: 5,
  },
  {
    name: 'Tom H.',
    text: 'They were clear from the first call about who was paying for what.',
    rating: 5,
  },
  {
    name: 'Beata K.',
    text: `A day without my ${taxis ? 'taxi' : 'car'} is a day without pay. They understood that.`,
    rating: 5,
  },
  {
    name: 'Dev S.',
    text: `My ${motorcycles ? 'motorbike' : 'car'} is back, and the paint is a perfect match.`,
    rating: 5,
  },
];
