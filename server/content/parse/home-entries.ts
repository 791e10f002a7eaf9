import type { Question } from '../../../shared/content/faq.ts';
import type { Testimonial } from '../../../shared/content/testimonials.ts';
import type { EntryOrAsset } from '../source.ts';
import { toText } from './entry-fields.ts';

/** Entries with the lowest number come first, those without one last. */
interface Ordered {
  order: number | null;
}
interface Identified {
  id: string;
}
export type HomeQuestion = Question & Ordered & Identified & { isOnHome: boolean };
export type HomeTestimonial = Testimonial & Ordered & Identified;

export const parseAnswer = ({ fields }: EntryOrAsset): Question => ({
  question: toText(fields.question),
  answer: toText(fields.answer),
});

export const parseHomeQuestion = (entry: EntryOrAsset): HomeQuestion => ({
  ...parseAnswer(entry),
  id: toText(entry.sys.id),
  order: parseOrder(entry),
  isOnHome: entry.fields.home === true,
});

export function parseTestimonial(entry: EntryOrAsset): HomeTestimonial {
  const { name, text, rating, source } = entry.fields;
  return {
    id: toText(entry.sys.id),
    name: toText(name),
    text: toText(text),
    rating: Number(rating),
    source: toText(source) || undefined,
    order: parseOrder(entry),
  };
}

const parseOrder = ({ fields: { order } }: EntryOrAsset): number | null =>
  typeof order === 'number' ? order : null;

/** Sorts by number, those without one last; equal ones by name. */
export function inOrder<Entry extends Ordered>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
): Entry[] {
  const rank = ({ order }: Ordered) => order ?? Number.POSITIVE_INFINITY;
  return entries.toSorted((a, b) =>
    rank(a) === rank(b) ? nameOf(a).localeCompare(nameOf(b), 'en-GB') : rank(a) - rank(b),
  );
}
