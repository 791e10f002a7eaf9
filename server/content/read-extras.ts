import type { ContentSource, ExtraEntries } from './contentful/content-source.ts';
import { EXTRA_TYPES, type ExtraType } from './contentful/extra-entries.ts';
import { toPageRecords } from './page-record.ts';
import type { FetchedContent } from './snapshot.ts';

/** Content of the types beside that of the posts. */
export type FetchedExtras = Omit<FetchedContent, 'posts' | 'readAt'>;

const NONE: ExtraEntries<never> = { entries: [], rejected: [], revisions: {} };

/**
 * Reads pages, questions and testimonials: one list call a type.
 * @param types those that are asked for
 */
export async function readExtras(
  source: Pick<ContentSource, 'listExtras'>,
  types: readonly ExtraType[],
): Promise<FetchedExtras> {
  const read = <Type extends ExtraType>(type: Type) =>
    types.includes(type) ? source.listExtras(type) : null;
  const all = await Promise.all([read('page'), read('question'), read('testimonial')]);
  const [pages, questions, testimonials] = all;
  const present = all.filter((extras) => extras !== null);
  return {
    pages: toPageRecords((pages ?? NONE).entries),
    questions: (questions ?? NONE).entries,
    testimonials: (testimonials ?? NONE).entries,
    types: EXTRA_TYPES.filter((_, index) => all[index] !== null),
    rejected: present.flatMap(({ rejected }) => rejected),
    revisions: Object.assign({}, ...present.map(({ revisions }) => revisions)),
  };
}
