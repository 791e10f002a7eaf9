import type { Question } from '../../../shared/content/faq.ts';
import type { Testimonial } from '../../../shared/content/testimonials.ts';
import type { ContentPage } from '../../../shared/content-page.ts';
import { isCorePage } from '../../../shared/routes.ts';
import type { ExtraEntries, Extras, Ordered } from './content-source.ts';
import { createLinkResolver, type EntriesResponse, parseRevisions } from './entries-response.ts';
import {
  contentTypeOf,
  type EntryOrAsset,
  getPath,
  isEntryOrAsset,
  type ResolveLink,
  toText,
} from './entry-fields.ts';
import { type ExtraType, groupOf, ISSUES_OF, NO_CONTENT } from './extra-entries.ts';
import { type ContentModel, createEntryReader, DEFAULT_CONTENT_MODEL } from './parse-post.ts';

/** The service's own limit of links in one field of `content/content.json`. */
const MAX_QUESTIONS = 10;

/** The entries of the answers to one type's list call, and those that cannot be shown. */
export function parseExtras<Type extends ExtraType>(
  type: Type,
  answers: readonly EntriesResponse[],
  reading: ContentModel = DEFAULT_CONTENT_MODEL,
): ExtraEntries<Extras[Type]> {
  const extras: ExtraEntries<Extras[Type]> = { entries: [], rejected: [], revisions: {} };
  for (const { items, includes } of answers) {
    const parse = createParser(type, createLinkResolver(items, includes), reading);
    for (const entry of items) {
      const parsed = isEntryOrAsset(entry) ? parse(entry) : 'it is no entry';
      if (typeof parsed !== 'string') extras.entries.push(parsed);
      else extras.rejected.push({ id: toText(getPath(entry, 'sys', 'id')), issue: parsed });
    }
    extras.revisions = { ...extras.revisions, ...parseRevisions(items) };
  }
  return extras;
}

/** @returns a function that gives the parsed entry, or why it cannot be shown */
function createParser<Type extends ExtraType>(
  type: Type,
  follow: ResolveLink,
  reading: ContentModel,
): (entry: EntryOrAsset) => Extras[Type] | string {
  const parsers: { [type in ExtraType]: (entry: EntryOrAsset) => Extras[type] | string } = {
    page: createPageParser(follow, reading),
    question: (entry) => ({
      ...questionOf(entry),
      ...orderOf(entry),
      isOnHome: entry.fields.home === true,
    }),
    testimonial: testimonialOf,
  };
  return (entry) => {
    if (!toText(entry.sys.id)) return 'it has no id';
    const issue = reading.isUnfinished ? null : ISSUES_OF[type](entry);
    return issue ?? parsers[type](entry);
  };
}

function createPageParser(follow: ResolveLink, reading: ContentModel) {
  const { documentOf, pictureOf, seoOf } = createEntryReader(follow, reading);
  return (entry: EntryOrAsset): ContentPage | string => {
    const { fields, sys } = entry;
    const content = documentOf(entry, fields.content);
    if (!content && !reading.isUnfinished) return NO_CONTENT;
    const linked = [fields.questions]
      .flat()
      .slice(0, MAX_QUESTIONS)
      .map(follow)
      .filter(isEntryOrAsset)
      .filter((entry) => contentTypeOf(entry) === 'question' && !ISSUES_OF.question(entry));
    const changes = [entry, ...linked].map((changed) => toText(changed.sys.updatedAt));
    const seo = seoOf((field) => (field === 'canonical' ? null : fields[field]));
    const group = groupOf(fields.group);
    const area = toText(fields.area);
    return {
      id: toText(sys.id),
      slug: toText(fields.slug) || 'no-slug-yet',
      title: toText(fields.title) || 'No title yet',
      summary: toText(fields.summary),
      image: pictureOf(fields.image),
      content: content ?? EMPTY,
      questions: linked.map(questionOf),
      ...(group && { group }),
      ...(area && { area }),
      ...endingOf(fields),
      ...(Object.keys(seo).length > 0 && { seo }),
      updatedAt: changes.toSorted().at(-1) ?? '',
    };
  };
}

/** Returns the ending of a page; a core page without the field keeps its own. */
function endingOf({ slug, ending }: EntryOrAsset['fields']): Pick<ContentPage, 'ending'> {
  if (ending === 'Call') return { ending: 'Call' };
  return isCorePage(toText(slug)) && ending !== 'Form' ? {} : { ending: 'Form' };
}

const EMPTY = { nodeType: 'document', data: {}, content: [] } as unknown as ContentPage['content'];

const questionOf = ({ fields }: EntryOrAsset): Question => ({
  question: toText(fields.question),
  answer: toText(fields.answer),
});

function testimonialOf(entry: EntryOrAsset): Testimonial & Ordered {
  const { name, text, rating, source } = entry.fields;
  return {
    name: toText(name),
    text: toText(text),
    rating: rating as number,
    ...(toText(source) && { source: toText(source) }),
    ...orderOf(entry),
  };
}

const orderOf = ({ fields: { order } }: EntryOrAsset): Ordered => ({
  order: typeof order === 'number' ? order : null,
});
